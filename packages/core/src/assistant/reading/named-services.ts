import { providers } from '../../providers/index.ts'

/** A sending service or mailbox provider that a question names. */
export interface NamedService {
  id: string
  name: string
}

const more: Readonly<Record<string, readonly string[]>> = {
  'google-workspace': ['google', 'gsuite', 'g suite', 'gmail', 'google workspace', 'google apps'],
  'microsoft-365': [
    'microsoft',
    'office 365',
    'office365',
    'o365',
    'ms365',
    'ms 365',
    'office',
    'm365',
    'exchange online',
    'outlook',
    'microsoft 365',
  ],
  'amazon-ses': ['amazon ses', 'ses', 'amazon', 'aws', 'aws ses', 'amazonses'],
  brevo: ['brevo', 'sendinblue'],
  sendgrid: ['sendgrid', 'twilio'],
  mandrill: ['mandrill'],
  salesforce: ['salesforce', 'sales force'],
  postmark: ['postmark'],
  freshdesk: ['freshdesk', 'freshworks'],
}

const skipped: ReadonlySet<string> = new Set(['kit', 'europe', 'stripe', 'neo', 'flock', 'titan', 'bird', 'twilio'])

/** The names by which people call each provider of the catalogue, in words between blanks. */
const names: readonly { phrase: string; service: NamedService }[] = providers
  .flatMap(({ id, name }) => {
    const bare = name.toLowerCase().split(/[()/,]/)
    const phrases = [...bare, ...(more[id] ?? [])].map(each => each.replace(/^ex |^and /, '').trim())
    return phrases
      .map(each =>
        each
          .split(/[^a-z0-9+]+/)
          .join(' ')
          .trim(),
      )
      .filter(each => each.length >= 3 && !skipped.has(each))
      .map(phrase => ({ phrase, service: { id, name } }))
  })
  .toSorted((one, other) => other.phrase.length - one.phrase.length)

const byFirst = Map.groupBy(names, ({ phrase }) => phrase.split(' ')[0] ?? '')

/** The service whose name begins at a word; null: none. */
export function serviceAt(words: readonly string[], at: number): { service: NamedService; length: number } | null {
  for (const { phrase, service } of byFirst.get(words[at] ?? '') ?? []) {
    const parts = phrase.split(' ')
    if (parts.every((part, next) => words[at + next] === part)) return { service, length: parts.length }
  }
  return null
}
