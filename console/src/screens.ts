import type { ComponentType } from 'react';
import {
  Activity,
  AppWindow,
  Bot,
  BrainCircuit,
  Building2,
  ChartColumn,
  FlaskConical,
  House,
  type Icon,
  KeyRound,
  ListTree,
  RotateCw,
  Route,
  Vault,
  Webhook,
} from './ui/icons.tsx';

export interface Screen {
  /** Below `/console`; `$id` is a parameter. */
  path: string;
  title: string;
  /** Without one it is not in the navigation. */
  icon?: Icon;
  /** The heading above it in the navigation. */
  section?: 'Work' | 'Learn' | 'Settings';
  /** Two keys that lead here, such as `g r`. */
  keys?: string;
  load: () => Promise<{ Screen: ComponentType }>;
}

/** Every screen of the console, in the order of the navigation. A new one is a line here and its file in its room. */
export const screens: readonly Screen[] = [
  { path: '/', title: 'Home', icon: House, keys: 'g h', load: () => import('./home/home-screen.tsx') },
  {
    path: '/playground',
    title: 'Playground',
    icon: FlaskConical,
    section: 'Work',
    keys: 'g p',
    load: () => import('./playground/playground-screen.tsx'),
  },
  {
    path: '/runs',
    title: 'Runs',
    icon: ListTree,
    section: 'Work',
    keys: 'g r',
    load: () => import('./runs/runs-screen.tsx'),
  },
  { path: '/runs/$id', title: 'Run', load: () => import('./runs/run-screen.tsx') },
  {
    path: '/sessions',
    title: 'Sessions',
    icon: AppWindow,
    section: 'Work',
    keys: 'g s',
    load: () => import('./sessions/sessions-screen.tsx'),
  },
  { path: '/sessions/$id', title: 'Session', load: () => import('./sessions/session-screen.tsx') },
  {
    path: '/routing',
    title: 'Routing',
    icon: Route,
    section: 'Learn',
    keys: 'g o',
    load: () => import('./routing/routing-screen.tsx'),
  },
  {
    path: '/runners',
    title: 'Runners',
    icon: Bot,
    section: 'Learn',
    keys: 'g n',
    load: () => import('./runners/runners-screen.tsx'),
  },
  {
    path: '/models',
    title: 'Models',
    icon: BrainCircuit,
    section: 'Learn',
    keys: 'g m',
    load: () => import('./models/models-screen.tsx'),
  },
  {
    path: '/scripts',
    title: 'Scripts',
    icon: RotateCw,
    section: 'Learn',
    load: () => import('./scripts/scripts-screen.tsx'),
  },
  {
    path: '/usage',
    title: 'Usage',
    icon: ChartColumn,
    section: 'Settings',
    keys: 'g u',
    load: () => import('./usage/usage-screen.tsx'),
  },
  {
    path: '/vault',
    title: 'Vault',
    icon: Vault,
    section: 'Settings',
    keys: 'g v',
    load: () => import('./vault/vault-screen.tsx'),
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    icon: Webhook,
    section: 'Settings',
    keys: 'g w',
    load: () => import('./webhooks/webhooks-screen.tsx'),
  },
  { path: '/webhooks/$id', title: 'Webhook', load: () => import('./webhooks/webhook-screen.tsx') },
  {
    path: '/keys',
    title: 'Keys',
    icon: KeyRound,
    section: 'Settings',
    keys: 'g k',
    load: () => import('./keys/keys-screen.tsx'),
  },
  {
    path: '/workspace',
    title: 'Workspace',
    icon: Building2,
    section: 'Settings',
    load: () => import('./workspace/workspace-screen.tsx'),
  },
  {
    path: '/status',
    title: 'Status',
    icon: Activity,
    section: 'Settings',
    load: () => import('./status/status-screen.tsx'),
  },
];
