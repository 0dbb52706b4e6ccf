import type { ReactNode } from 'react'
import { RecordView } from '../../components/record-view/record-view.tsx'
import { SealFigure } from '../../components/seal/legend.tsx'
import { Tag } from '../../ui/tag.tsx'
import { example } from './example.ts'

/** The report of a made-up domain, rendered by the components of real reports. */
export function ExampleSheet(): ReactNode {
  return (
    <section aria-labelledby="example-title" className="rounded border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-2 border-t border-ink pt-3 pb-4">
        <h2 id="example-title" className="text-16 font-[600]">
          {example.domain}
        </h2>
        <span className="rounded border border-line px-2 py-0.5 text-12 text-ink3">Example sheet</span>
      </div>
      <SealFigure score={example.score} losses={example.losses} size={176} />
      <ul className="my-5 border-t border-line">
        {example.findings.map(finding => (
          <li key={finding.title} className="flex items-baseline gap-3 border-b border-line py-2">
            <span className="w-7 shrink-0 text-end font-[560]">−{-finding.points}</span>
            <div className="min-w-0 grow">
              <p className="font-[560]">{finding.title}</p>
              <p className="text-13 text-ink2">{finding.meaning}</p>
            </div>
            <span className="shrink-0">
              <Tag tone={finding.tone} bare>
                {finding.tone === 'fair' ? 'High' : 'Low'}
              </Tag>
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-2">
        <RecordView name={example.domain} type="TXT" ttl={3600} text={example.spf} grammar="spf" />
        <RecordView name={`_dmarc.${example.domain}`} type="TXT" ttl={3600} text={example.dmarc} grammar="dmarc" />
      </div>
    </section>
  )
}
