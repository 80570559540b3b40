import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { currentSession, isSignedOut, queries, signInAddress } from './api.ts';
import { router } from './router.tsx';
import { screens } from './screens.ts';
import './ui/base.css';
import { ErrorState } from './ui/states.tsx';
import { TipProvider } from './ui/tooltip.tsx';

const root = createRoot(document.getElementById('root') as HTMLElement);

// Without a session there is nothing to show: to the sign-in page, and back here afterwards.
if (!document.cookie.includes('svc_signed_in=')) location.replace(signInAddress());
else
  currentSession().then(
    () => {
      // The other screens come after the first one, so that they open also while the service is away.
      setTimeout(() => screens.forEach(({ load }) => void load().catch(() => {})), 1_000);
      root.render(
        <StrictMode>
          <QueryClientProvider client={queries}>
            <TipProvider delayDuration={300}>
              <RouterProvider router={router} />
            </TipProvider>
          </QueryClientProvider>
        </StrictMode>,
      );
    },
    (error) => {
      if (isSignedOut(error)) return location.replace(signInAddress());
      root.render(<ErrorState error={error} onRetry={() => location.reload()} />);
    },
  );
