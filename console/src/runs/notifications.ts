import type { RunResponse } from '@switchyard/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { openedAt } from '../api.ts';
import { onEvent } from '../live.ts';
import { createStore } from '../store.ts';
import { texts } from './texts.ts';

/** Whether the browser lets this page notify people who look elsewhere. */
export const notifications = createStore<{ permission: NotificationPermission }>({
  permission: 'Notification' in window ? Notification.permission : 'denied',
});

export async function askToNotify(): Promise<void> {
  const permission = await Notification.requestPermission();
  notifications.set({ permission });
  if (permission === 'granted') toast.success(texts.notifyOn);
  else toast.error(texts.notifyOff);
}

/** Tells when a run begins to wait for a person: on the page, and by the browser while the page is hidden. */
export function useQuestionNotices(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onEvent(({ type, created_at, data }) => {
        // Questions from before the page was opened are on the screen already.
        if (type !== 'response.requires_action' || created_at < (openedAt ?? '')) return;
        tellOf(data, () => void navigate({ to: `/runs/${data.id}` }));
      }),
    [navigate],
  );
}

function tellOf({ id, required_action: action }: RunResponse, open: () => void): void {
  const prompt = action?.submit_input.prompt ?? '';
  const isOpen = location.pathname.endsWith(id);
  if (!isOpen) toast(texts.oneWaits, { description: prompt, action: { label: 'Answer', onClick: open } });
  if (notifications.get().permission !== 'granted' || (isOpen && document.hasFocus())) return;
  const notice = new Notification(texts.oneWaits, { body: prompt, tag: id });
  notice.onclick = () => {
    window.focus();
    open();
    notice.close();
  };
}
