import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { deleteReportLogoRoute, reportIdentityRoute, setReportIdentityRoute } from '@waxseal/contract/routes'
import { call, type Reply } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'

export type ReportIdentity = Reply<typeof reportIdentityRoute>

const queryKey = ['report-identity']

export const reportIdentityQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => call(reportIdentityRoute, { signal }),
})

/** Puts the reply of a change in place of what is shown. */
function useStored() {
  const client = useQueryClient()
  return (reply: ReportIdentity) => void client.setQueryData(queryKey, reply)
}

export function useSetName() {
  return useAction({
    key: ['report-identity', 'name'],
    run: (name: string) => call(setReportIdentityRoute, { body: { name } }),
    success: 'Name saved',
    failure: { failure: 'The name could not be saved', preferDetail: true },
    onSuccess: useStored(),
  })
}

/** Stores a logo with the stored name. @param options.onError gets what the section shows in its place */
export function useSetLogo({ name }: ReportIdentity, options: { onError: (error: Error) => void }) {
  return useAction({
    key: ['report-identity', 'logo'],
    run: async (file: File) => call(setReportIdentityRoute, { body: { name, logo: await base64Of(file) } }),
    success: 'Logo saved',
    failure: 'shown',
    onSuccess: useStored(),
    onError: options.onError,
  })
}

export function useDeleteLogo() {
  return useAction({
    key: ['report-identity', 'logo'],
    run: () => call(deleteReportLogoRoute, {}),
    success: 'Logo removed',
    failure: { failure: 'The logo could not be removed', preferDetail: true },
    onSuccess: useStored(),
  })
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // `fromCharCode` takes its characters as arguments, of which there may be some ten thousand.
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
