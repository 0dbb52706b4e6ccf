import type { ReactNode } from 'react'
import { RecordView } from '../../components/record-view/record-view.tsx'
import { Disclosed } from '../../ui/disclosed.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import type { Configuration } from './api.ts'
import { Part } from './part.tsx'
import { flatteningTexts } from './wording.ts'
import { counted } from './words.ts'

const states: Record<Configuration['publication'], { tone: Tone; words: string }> = {
  live: { tone: 'excellent', words: flatteningTexts.liveOnDns },
  waiting: { tone: 'info', words: 'Published, not found in DNS yet' },
  zone_unproved: { tone: 'idle', words: 'Zone not delegated yet' },
  preview: { tone: 'idle', words: 'Preview, not published' },
}

/** The flattened record, and the further ones that it includes. */
export function HostedRecords({ configuration }: { configuration: Configuration }): ReactNode {
  const { hosted_name, flattened_spf_record, hosted_records, ttl, publication } = configuration
  const { tone, words } = states[publication]
  const isDraft = publication === 'preview'
  const others = hosted_records.slice(1)
  return (
    <Part title="Flattened SPF record" aside={<Tag tone={tone}>{words}</Tag>}>
      <RecordView name={hosted_name} type="TXT" ttl={ttl} text={flattened_spf_record} grammar="spf" isDraft={isDraft} />
      {others.length > 0 && (
        <Disclosed className="mt-2" summary={`${counted(others.length, 'more hosted record')}, included by the first`}>
          <div className="grid grid-cols-1 gap-3">
            {others.map(({ name, value }) => (
              <RecordView key={name} name={name} type="TXT" ttl={ttl} text={value} grammar="spf" isDraft={isDraft} />
            ))}
          </div>
        </Disclosed>
      )}
    </Part>
  )
}
