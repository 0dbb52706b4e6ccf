import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { domainsQuery } from '../../lib/queries.ts'
import { showFailure } from '../../lib/query.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { choices, chosenOf, nothingChosen } from './choice.ts'
import { DomainChoice } from './domain-choice.tsx'
import { ownTarget, shownName, type Target, targetKey } from './target.ts'
import { builderTexts } from './wording.ts'

interface Props {
  title: string
  /** The path of the same builder without a domain. */
  anyDomain: string
  /** Explains the record until a domain is chosen. */
  explainer: ReactNode
  /** The builder for the chosen domain. */
  children: (target: Target) => ReactNode
}

/**
 * The frame of a record builder. The domain comes from the address, from the list, or is typed. A domain in the address
 * is fixed; otherwise the choice stays above the form.
 */
export function BuilderPage({ title, anyDomain, explainer, children }: Props): ReactNode {
  const { domainId } = useParams()
  const { pathname, key } = useLocation()
  const domains = useQuery(domainsQuery)
  const { isError } = domains
  // The shell watches the same list silently; this page needs it, so it reports a failure.
  useEffect(() => {
    if (isError) showFailure(null, { failure: builderTexts.loadFailed }, 'domains')
  }, [isError])
  const { draft: choice, change } = useDraft(choices, `${pathname} ${key}`, () => nothingChosen)
  const named = domains.data?.find(({ id }) => id === domainId)
  const target = domainId === undefined ? chosenOf(choice, domains.data) : named ? ownTarget(named) : null
  useTitle(target === null ? title : `${title}: ${shownName(target)}`)
  return (
    <>
      <BackButton />
      <h1 className="text-26 font-[600]">{title}</h1>
      <p className="mt-1 text-ink2 [overflow-wrap:anywhere]">
        {target !== null ? (
          <ForDomain target={target} />
        ) : domainId === undefined ? (
          'Choose a domain.'
        ) : (
          // Reserves the line, so that nothing below moves when the domain is known.
          '\u00a0'
        )}
      </p>
      <div className="mt-8 grid grid-cols-1 gap-10">
        {domainId === undefined && (
          <DomainChoice
            domains={domains.data}
            failed={isError}
            onRetry={() => void domains.refetch()}
            choice={choice}
            onChange={change}
          />
        )}
        {target !== null ? (
          <div key={targetKey(target)}>{children(target)}</div>
        ) : domainId === undefined ? (
          explainer
        ) : domains.data ? (
          <NotFound anyDomain={anyDomain} />
        ) : isError ? (
          <LoadFailed what="This domain" onRetry={() => void domains.refetch()} />
        ) : (
          <BuilderSkeleton what="the domain" />
        )}
      </div>
    </>
  )
}

function ForDomain({ target }: { target: Target }): ReactNode {
  const shown = shownName(target)
  return (
    <>
      for <span className="font-[560] text-ink">{shown}</span>
      {shown !== target.name && <span className="ms-2 font-mono text-13 text-ink3">{target.name}</span>}
      {!target.own && <span className="text-ink3"> (not one of your domains, so nothing is saved)</span>}
    </>
  )
}

/** Goes one step back in the browser's history, or to the domains if there is no earlier screen of the product. */
function BackButton(): ReactNode {
  const navigate = useNavigate()
  const { key } = useLocation()
  return (
    <button
      type="button"
      className="mb-2 -ms-1 inline-flex min-h-8 items-center gap-1.5 rounded px-1 text-13 text-ink2 hover:text-ink"
      onClick={() => void (key === 'default' ? navigate(paths.domains) : navigate(-1))}
    >
      <ArrowLeft className="size-4" aria-hidden />
      Back
    </button>
  )
}

function NotFound({ anyDomain }: { anyDomain: string }): ReactNode {
  return (
    <section className="border-t border-ink pt-3">
      <h2 className="text-20 font-[600]">{builderTexts.notFound}</h2>
      <p className="mt-2 mb-6 text-ink2">Someone deleted it, or the link belongs to another account.</p>
      <Link to={anyDomain} className={buttonClass('plain')}>
        Choose another domain
      </Link>
    </section>
  )
}

/** Reserves the place of what could not be loaded while it is loaded again. */
export function RetryPlace({ what }: { what: string }): ReactNode {
  return (
    <Loading what={`${what} again`}>
      <Skeleton className="my-4 h-12 w-full" />
    </Loading>
  )
}

/** Reserves the place of the form and of the record beside it. */
export function BuilderSkeleton({ what }: { what: string }): ReactNode {
  return (
    <Loading what={what}>
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 border-t border-ink pt-3 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 content-start gap-6">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </div>
        <div className="grid grid-cols-1 content-start gap-6">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-40 w-full" />
        </div>
      </div>
    </Loading>
  )
}
