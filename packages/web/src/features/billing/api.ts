import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { actInTestPortalRoute, chooseTestOutcomeRoute, testPageRoute } from '@waxseal/contract/routes'
import { call, type Input, type Reply } from '../../lib/api.ts'
import { leavePage } from '../../lib/leave-page.ts'
import { useAction } from '../../lib/use-action.ts'

export type TestPage = Reply<typeof testPageRoute>
export type Outcome = Input<typeof chooseTestOutcomeRoute>['body']['outcome']
export type PortalAction = Input<typeof actInTestPortalRoute>['body']['action']

/** What a page of test mode shows. */
export function testPageQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['billing-test', sessionId],
    queryFn: ({ signal }) => call(testPageRoute, { params: { sessionId }, signal }),
    // The page itself says what is wrong.
    meta: { shown: true },
  })
}

/** The failure of a call on these pages that the server does not explain. */
const failure = { failure: 'Test mode did not answer. Please try again.', preferDetail: true } as const

/** Chooses what happens to a payment. Where it leads back to the product, the browser goes there. */
export function useChooseOutcome(sessionId: string, onDeclined: () => void) {
  const client = useQueryClient()
  return useAction({
    key: ['billing-test'],
    run: async (outcome: Outcome) => {
      const { page, url, declined } = await call(chooseTestOutcomeRoute, { params: { sessionId }, body: { outcome } })
      if (url !== null) await leavePage(url)
      return { page, declined }
    },
    failure,
    onSuccess: ({ page, declined }) => {
      client.setQueryData(testPageQuery(sessionId).queryKey, page)
      if (declined) onDeclined()
    },
  })
}

/** Acts in the portal, and shows what became of the subscription. */
export function useAct(sessionId: string) {
  const client = useQueryClient()
  return useAction({
    key: ['billing-test'],
    run: (action: PortalAction) => call(actInTestPortalRoute, { params: { sessionId }, body: { action } }),
    failure,
    onSuccess: ({ page }) => client.setQueryData(testPageQuery(sessionId).queryKey, page),
  })
}
