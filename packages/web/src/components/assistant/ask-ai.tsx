import { Lock, MessageSquare } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { upgrade } from '../../lib/upgrade.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import type { PanelSubject } from './assistant-panel.tsx'

/** Loaded when it is first opened. */
const AssistantPanel = deferred({
  what: 'The assistant',
  load: () => import('./assistant-panel.tsx'),
  pick: module => module.AssistantPanel,
  waiting: null,
})

interface Props {
  subject: PanelSubject
  /** Changes with each new scan: its conversation starts over when the panel is opened next. */
  version: string
  size?: ComponentProps<typeof Button>['size']
}

/** Opens the assistant about a report, or says what the plan allows. */
export function AskAi({ subject, version, size }: Props): ReactNode {
  const { sellsPlans: isLocked } = usePlan()
  const [opened, setOpened] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const Icon = isLocked ? Lock : MessageSquare

  function open(): void {
    if (isLocked) return upgrade.open({ feature: 'ai_interactive', detail: null })
    setOpened(version)
    setOpen(true)
  }

  return (
    <>
      <Button ref={button} size={size ?? 'normal'} onClick={open}>
        <Icon className={size === 'small' ? 'size-3.5' : 'size-4'} aria-hidden />
        Ask AI
      </Button>
      {opened !== null && (
        <AssistantPanel
          key={opened}
          subject={subject}
          open={isOpen}
          onClose={() => setOpen(false)}
          opener={button}
          isOutdated={opened !== version}
        />
      )}
    </>
  )
}
