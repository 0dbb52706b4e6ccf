/** Rejects with the signal's reason once it is aborted: nothing waits for work that ignores its signal. */
export function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const give = () => reject(signal.reason as Error)
    if (signal.aborted) give()
    signal.addEventListener('abort', give, { once: true })
  })
}
