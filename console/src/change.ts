import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { queries } from './api.ts';

/** A change at the service: the rooms it touches are asked again, success is told once, and a refusal in its own words. */
export function useChange<Args, Result>(
  act: (args: Args) => PromiseLike<Result>,
  { rooms, done }: { rooms: readonly string[]; done?: string },
): UseMutationResult<Result, Error, Args> {
  return useMutation({
    mutationFn: async (args: Args) => act(args),
    onSuccess: async () => {
      if (done) toast.success(done);
      await Promise.all(rooms.map((room) => queries.invalidateQueries({ queryKey: [room] })));
    },
    onError: (error) => toast.error(error.message),
  });
}
