import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type NotFoundRouteProps,
} from '@tanstack/react-router';
import { screens } from './screens.ts';
import { Shell } from './shell/shell.tsx';
import { ButtonLink } from './ui/button.tsx';
import { SearchX } from './ui/icons.tsx';
import { EmptyState, ErrorState } from './ui/states.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const routes = screens.map(({ path, load }) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, 'Screen') }),
);

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
});

function NotFound(_props: NotFoundRouteProps) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      isScreen
      title="There is no such page"
      action={
        <ButtonLink to="/" look="primary">
          Home
        </ButtonLink>
      }
    >
      Perhaps the address is old, or a letter is missing.
    </EmptyState>
  );
}
