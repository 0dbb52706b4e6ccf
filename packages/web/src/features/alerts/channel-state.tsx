import type { ChannelKind } from '@waxseal/core/alert'
import { waits } from '@waxseal/core/check'
import type { ReactNode } from 'react'
import { Note } from '../../ui/note.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { channelNames, type Settings, useResume, useSendConfirmation } from './api.ts'
import { SettingButton } from './lock.tsx'

type State = Settings['channels'][ChannelKind]

const looks: Readonly<Record<State['state'], { tone: Tone; word: string }>> = {
  on: { tone: 'excellent', word: 'On' },
  off: { tone: 'idle', word: 'Off' },
  waiting: waits.confirmation,
  unsubscribed: { tone: 'idle', word: 'Unsubscribed' },
  paused: { tone: 'poor', word: 'Paused' },
}

/** The state of a channel in a word. */
export function ChannelTag({ state }: { state: State }): ReactNode {
  const { tone, word } = looks[state.state]
  return (
    <Tag tone={tone} bare>
      {word}
    </Tag>
  )
}

interface Props {
  channel: ChannelKind
  state: State
  /** The address of the email channel. */
  address?: string | undefined
}

/** What keeps a channel from sending, with the button that ends it. Nothing while it is on or off. */
export function ChannelNote({ channel, state, address = 'The address' }: Props): ReactNode {
  if (state.state === 'paused') return <PausedNote channel={channel} state={state} />
  if (state.state === 'waiting') {
    return (
      <Note
        look="warning"
        title={`${address} is not confirmed yet`}
        action={<ConfirmButton>Send the link again</ConfirmButton>}
      >
        Open the link in the mail that we sent to it. Alerts are sent once the address is confirmed.
      </Note>
    )
  }
  if (state.state === 'unsubscribed') {
    return (
      <Note
        look="unknown"
        title={`${address} unsubscribed`}
        action={<ConfirmButton>Send a confirmation link</ConfirmButton>}
      >
        It gets no alerts until its owner confirms it again.
      </Note>
    )
  }
  return null
}

function ConfirmButton({ children }: { children: string }): ReactNode {
  const confirm = useSendConfirmation()
  return (
    <SettingButton size="small" busy={confirm.busy} onClick={() => confirm.start(undefined)}>
      {children}
    </SettingButton>
  )
}

function PausedNote({ channel, state: { reason, paused_at: pausedAt } }: Pick<Props, 'channel' | 'state'>): ReactNode {
  const resume = useResume(channel)
  return (
    <Note
      look="bad"
      title={`${channelNames[channel]} alerts are paused`}
      action={
        <SettingButton
          size="small"
          busy={resume.busy}
          aria-label={`Resume ${channelNames[channel]} alerts`}
          onClick={() => resume.start(undefined)}
        >
          Resume
        </SettingButton>
      }
    >
      {pausedAt === null ? (
        'Paused'
      ) : (
        <>
          Paused <TimeAgo at={pausedAt} />
        </>
      )}
      , because messages failed.{reason !== null && ` Last answer: ${reason}`}
    </Note>
  )
}
