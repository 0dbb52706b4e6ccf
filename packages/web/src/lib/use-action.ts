import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from './notify.ts'
import { type FailureMeta, runsAlready } from './query.ts'

/** Something a person does that changes what the server holds. */
export interface ActionOptions<Input, Output, Before>
  extends Pick<UseMutationOptions<Output, Error, Input, Before>, 'onMutate' | 'onSuccess' | 'onError' | 'onSettled'> {
  /** Actions with the same key do not run side by side. */
  key: readonly string[]
  run: (input: Input) => Promise<Output>
  /** What a second one does while the first runs: nothing (the second of two quick clicks), or it waits for its turn. */
  meanwhile?: 'ignored' | 'queued'
  /** The toast once it is done; null shows none. */
  success?: string | ((output: Output) => string | null)
  /** What a failure shows (`lib/query.ts`): `shown` where the caller shows it in its place. */
  failure: FailureMeta | 'shown'
}

/** What one call of an action asks for; not called once the component is gone. */
interface CallOptions<Input, Output> {
  onSuccess?: (output: Output, input: Input) => void
  onSettled?: () => void
}

export interface Action<Input, Output> {
  start: (input: Input, options?: CallOptions<Input, Output>) => void
  /** It runs, started by this component. */
  busy: boolean
}

/**
 * The one form of a change: pending state, no second run by a quick second click, the toast of success, and a failure
 * that goes the road of `lib/query.ts`. Success shows its toast before `onSuccess` refreshes what is on screen.
 */
export function useAction<Input, Output, Before = unknown>(
  options: ActionOptions<Input, Output, Before>,
): Action<Input, Output> {
  const { key, run, meanwhile = 'ignored', success, failure, onMutate, onSuccess, onError, onSettled } = options
  const client = useQueryClient()
  const { mutate, isPending } = useMutation<Output, Error, Input, Before>({
    mutationKey: key,
    mutationFn: run,
    meta: failure === 'shown' ? { shown: true } : failure,
    ...(meanwhile === 'queued' && { scope: { id: key.join(' ') } }),
    ...(onMutate && { onMutate }),
    onSuccess: (output, ...rest) => {
      const text = typeof success === 'function' ? success(output) : success
      if (text !== undefined && text !== null) notify.success(text)
      return onSuccess?.(output, ...rest)
    },
    ...(onError && { onError }),
    ...(onSettled && { onSettled }),
  })
  return {
    busy: isPending,
    start: (input, call = {}) => {
      if (meanwhile === 'queued' || !runsAlready(client, key)) mutate(input, call)
    },
  }
}
