import { House, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

export interface Screen {
  /** Below `/console`; `$id` is a parameter. */
  path: string;
  title: string;
  /** Without one it is not in the navigation. */
  icon?: LucideIcon;
  /** The heading above it in the navigation. */
  section?: 'Work' | 'Learn' | 'Settings';
  /** Two keys that lead here, such as `g r`. */
  keys?: string;
  load: () => Promise<{ Screen: ComponentType }>;
}

/** Every screen of the console, in the order of the navigation. A new one is a line here and its file in its room. */
export const screens: readonly Screen[] = [
  { path: '/', title: 'Home', icon: House, keys: 'g h', load: () => import('./home/home-screen.tsx') },
  { path: '/runs/$id', title: 'Run', load: () => import('./runs/run-screen.tsx') },
];
