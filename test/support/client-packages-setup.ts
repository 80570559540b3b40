export { linkClientPackages as setup } from './client-packages.ts';
