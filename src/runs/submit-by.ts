/** How an answer to a question reaches the run. */
export function submitBy(runId: string, kind: 'otp' | 'text' | 'confirm') {
  return {
    method: 'POST' as const,
    path: `/api/v1/responses/${runId}/input`,
    body: kind === 'otp' ? { code: '<string>' } : { answer: '<string>' },
  };
}
