import { CircleMinus, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Tag } from '../../ui/tag.tsx'
import type { Status } from './report.ts'

const icons = { locked: Lock, none: CircleMinus } as const

/** A state of the report: its word, its color, its icon. */
export function StatusTag({
  status: { word, tone, mark },
  bare = false,
}: {
  status: Status
  bare?: boolean
}): ReactNode {
  return (
    <Tag tone={tone} bare={bare} {...(mark !== undefined && { icon: icons[mark] })}>
      {word}
    </Tag>
  )
}
