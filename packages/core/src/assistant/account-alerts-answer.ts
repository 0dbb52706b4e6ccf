import { alertTypeLabels, type ChannelKind } from '../alert/index.ts'
import { featureNeeds, plans } from '../plan/index.ts'
import type {
  AccountFacts,
  AlertFacts,
  AlertsFacts,
  ChannelFacts,
  ChannelsFacts,
  OpenAlertFacts,
} from './account-facts.ts'
import type { AccountQuestion } from './account-question.ts'
import type { Bounded } from './account-read.ts'
import {
  cutWords,
  domainWords,
  lines,
  numberWords,
  periodWords,
  sentence,
  thereAre,
  those,
  verdictWords,
} from './account-words.ts'
import { type Answer, andWords, list, paragraph } from './answer.ts'
import { dayOf, momentOf } from './explain-finding.ts'

/** What was raised in a period, or what is open now. */
export function alertsAnswer({ recent, open }: AlertsFacts, question: AccountQuestion): Answer {
  const { alertType, severity, isOpen = false } = question
  const meets = (alert: { type: string; severity: string }) =>
    (alertType === undefined || alert.type === alertType) && (severity === undefined || alert.severity === severity)
  const isWhole = alertType === undefined && severity === undefined
  const type = alertType === undefined ? '' : `“${alertTypeLabels[alertType]}”`
  const word = [isOpen ? 'open' : '', severity, type, 'alert'].filter(Boolean).join(' ')
  const all: Bounded<AlertFacts | OpenAlertFacts> = isOpen ? open : recent
  const found = isWhole ? { ...all, isCut: false } : those(all, meets)
  const where = `${domainWords(question)}${isOpen ? '' : periodWords(question)}`
  const verdict = verdictWords(question.form, found.total > 0)
  return [
    ...paragraph(`${verdict}${thereAre(found, word)}${where}.`),
    ...(question.form === 'count' ? [] : lines(found, alertLine, 'alerts')),
    ...cutWords(found, all.items.length, 'alerts, the newest'),
  ]
}

function alertLine(alert: AlertFacts | OpenAlertFacts): { lead: string; text: string } {
  const lead = `${'domain' in alert ? alert.domain : alert.name}:`
  const resolved = 'state' in alert && alert.state === 'resolved' ? 'Resolved: ' : ''
  return { lead, text: `${resolved}${alert.description} (${alert.severity}, ${momentOf(alert.at)}).` }
}

/** Which types of alerts are on. */
export function alertTypesAnswer(facts: AccountFacts, { allowed, types }: ChannelsFacts): Answer {
  if (!allowed) return paragraph(lockedWords(facts))
  if (types.length === 0) return paragraph('No type of alert is on. Switch them on under Alerts.')
  return [
    ...paragraph('An alert is sent when one of these happens:'),
    ...list(types.map(type => `${alertTypeLabels[type]}.`)),
    ...paragraph('Nothing that could not be checked raises an alert. The types are switched on and off under Alerts.'),
  ]
}

const channelNames: { readonly [K in ChannelKind]: string } = {
  email: 'Email',
  slack: 'Slack',
  teams: 'Teams',
  webhook: 'Webhook',
}

const nameIn = (kind: ChannelKind): string => (kind === 'slack' || kind === 'teams' ? channelNames[kind] : kind)

/** Where alerts go, and how each channel is doing. */
export function channelsAnswer(
  facts: AccountFacts,
  { allowed, hasMail, channels }: ChannelsFacts,
  { channel, form }: Pick<AccountQuestion, 'channel' | 'form'>,
): Answer {
  if (!allowed) return paragraph(lockedWords(facts))
  const asked = channel === undefined ? channels : channels.filter(({ kind }) => kind === channel)
  const on = asked.filter(({ state }) => state === 'on')
  const names = andWords(on.map(({ kind }) => nameIn(kind)))
  const isOn = on.length > 0
  const first =
    channel === undefined
      ? isOn
        ? `Alerts go out by ${names}.`
        : 'No channel sends alerts now.'
      : `Alerts ${isOn ? 'go' : 'do not go'} out by ${nameIn(channel)} now.`
  const counted = `${numberWords(on.length)} of ${numberWords(asked.length)} channels send alerts.`
  const verdict = verdictWords(form, isOn)
  const kept = !hasMail && asked.some(({ kind, state }) => kind === 'email' && state === 'on')
  return [
    ...paragraph(`${verdict}${form === 'count' ? counted : first}`),
    ...(form === 'count'
      ? []
      : list(asked.map(each => ({ lead: `${channelNames[each.kind]}:`, text: stateWords(each) })))),
    ...paragraph(kept ? 'This server sends no mail: mails stay in the deliveries under Alerts.' : ''),
  ]
}

function stateWords({ kind, state, address, reason, pausedAt }: ChannelFacts): string {
  const to = address === null ? '' : ` to ${address.text}`
  switch (state) {
    case 'on':
      return `on${to}.`
    case 'off':
      return kind === 'email' ? 'off.' : 'not set up.'
    case 'waiting':
      return `waits for the confirmation of the address${address === null ? '' : ` ${address.text}`}.`
    case 'unsubscribed':
      return `${address === null ? 'the address' : address.text} unsubscribed.`
    case 'paused': {
      const since = pausedAt === null ? '' : ` since ${dayOf(pausedAt)}`
      return `paused${since}${reason === null ? '' : `: ${reason.text}`}. Its alerts wait until it is resumed under Alerts.`
    }
    default:
      return state satisfies never
  }
}

function lockedWords({ tier }: AccountFacts): string {
  const needed = plans[featureNeeds.alerts].label
  return sentence(
    `alerts are not part of your ${plans[tier].label} plan. ${needed} has them by email, Slack, Teams and webhook.`,
  )
}
