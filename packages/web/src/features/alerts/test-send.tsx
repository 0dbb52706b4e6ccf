import type { ChannelKind } from '@waxseal/core/alert'
import { Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { channelNames, type TestResult, useTestAlert } from './api.ts'
import { SettingButton } from './lock.tsx'

const looks: Readonly<Record<TestResult['state'], { tone: Tone; word: string }>> = {
  sent: { tone: 'excellent', word: 'Sent' },
  kept: { tone: 'info', word: 'Kept' },
  failed: { tone: 'poor', word: 'Failed' },
}

/** Sends a test alert to a channel and shows what the other side answered. */
export function TestSend({ channel }: { channel: ChannelKind }): ReactNode {
  const [result, setResult] = useState<TestResult | null>(null)
  const test = useTestAlert(channel)
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
      <SettingButton
        size="small"
        busy={test.busy}
        aria-label={`Send test to ${channelNames[channel]}`}
        onClick={() => {
          setResult(null)
          test.start(undefined, { onSuccess: setResult })
        }}
      >
        {!test.busy && <Send className="size-3.5" aria-hidden />}
        Send test
      </SettingButton>
      <p role="status" className="min-w-0 text-13 [overflow-wrap:anywhere]">
        {result !== null && (
          <>
            <Tag tone={looks[result.state].tone} bare>
              {looks[result.state].word}
            </Tag>
            <span className="text-ink2">: {result.answer}</span>
          </>
        )}
      </p>
    </div>
  )
}
