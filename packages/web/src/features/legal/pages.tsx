import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { type Config, configQuery } from '../../lib/queries.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useTitle } from '../../ui/title.ts'
import { type Block, type Installation, type LegalSection, lastUpdated } from './legal-document.ts'
import { privacyPolicy } from './privacy.ts'
import { termsOfService } from './terms.ts'

export function TermsPage(): ReactNode {
  return <LegalPage title="Terms of Service" text={termsOfService} />
}

export function PrivacyPage(): ReactNode {
  return <LegalPage title="Privacy Policy" text={privacyPolicy} />
}

interface Props {
  title: string
  text: (installation: Installation) => readonly LegalSection[]
}

/** A legal text with the name of the operator. It appears when the configuration is known, so that nothing moves. */
function LegalPage({ title, text }: Props): ReactNode {
  useTitle(title)
  const { data: config, isPending } = useQuery(configQuery)
  return (
    <main id="main" className="mx-auto max-w-5xl px-4 pt-8 pb-16 sm:px-6">
      <Link
        to={paths.landing}
        className="mb-2 -ms-1 inline-flex min-h-8 items-center gap-1.5 rounded px-1 text-13 text-ink2 hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden />
        Back to Home
      </Link>
      <h1 className="text-26 font-[600]">{title}</h1>
      <p className="mt-1 text-13 text-ink3">Last Updated: {lastUpdated}</p>
      {isPending ? (
        <Loading what="the text">
          <Skeleton className="mt-10 h-64 w-full" />
        </Loading>
      ) : (
        <>
          {config && <Operator config={config} />}
          {text(config).map(section => (
            <Sheet key={section.title} title={section.title} className="mt-10">
              <div className="grid max-w-prose gap-3 text-ink2">
                {section.blocks.map(block => (
                  <Paragraph key={String(block)} block={block} />
                ))}
              </div>
            </Sheet>
          ))}
        </>
      )}
    </main>
  )
}

/** Whose text it is, and that it came with the program. */
function Operator({ config }: { config: Config }): ReactNode {
  return (
    <p className="mt-6 max-w-prose text-ink2">
      {config.operator_name === null ? (
        <>The text is a template: the operator has not named themselves yet.</>
      ) : (
        <>
          Operator of this installation: {config.operator_name}. The text is a template that comes with Waxseal, and the
          operator is responsible for it.
        </>
      )}
    </p>
  )
}

function Paragraph({ block }: { block: Block }): ReactNode {
  if (typeof block === 'string') return <p>{block}</p>
  return (
    <ul className="grid list-disc gap-1 ps-5">
      {block.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
