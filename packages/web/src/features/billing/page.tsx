import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { PublicFrame } from '../../components/public-frame.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { testPageQuery } from './api.ts'
import { TestCheckout } from './test-checkout.tsx'
import { TestPortal } from './test-portal.tsx'

/** The hosted pages of test mode, which a payment provider has elsewhere: the one to pay on, and the billing portal. */
export function TestBillingPage(): ReactNode {
  useTitle('Test payment')
  const { sessionId = '' } = useParams()
  return (
    <PublicFrame>
      <p className="mb-4">
        <span className="rounded bg-medium-tint px-2 py-0.5 text-13 font-[600] text-medium">TEST MODE</span>
      </p>
      <Content sessionId={sessionId} />
    </PublicFrame>
  )
}

function Content({ sessionId }: { sessionId: string }): ReactNode {
  const page = useQuery(testPageQuery(sessionId))
  if (page.data?.kind === 'portal') return <TestPortal sessionId={sessionId} page={page.data} />
  if (page.data) return <TestCheckout sessionId={sessionId} page={page.data} />
  if (page.error instanceof ApiError && [403, 404].includes(page.error.status)) return <Unusable error={page.error} />
  const title = <h1 className="text-26 font-[600]">Test payment</h1>
  if (page.isError)
    return (
      <>
        {title}
        <LoadFailed what="This page" onRetry={() => void page.refetch()} />
      </>
    )
  return (
    <>
      {title}
      <Loading what="the payment">
        <Skeleton className="mt-6 h-64 w-full" />
      </Loading>
    </>
  )
}

/** Also the page of another workspace. */
function Unusable({ error }: { error: ApiError }): ReactNode {
  return (
    <>
      <h1 className="mb-4 text-26 font-[600]">Payment page not found</h1>
      <p className="mb-6 text-ink2">
        {error.code === 'forbidden_role'
          ? error.message
          : 'This page does not exist, or it belongs to another workspace.'}
      </p>
      <Link to={paths.plans} className={buttonClass('primary')}>
        Back to your account
      </Link>
    </>
  )
}
