import { canonicalTier, tiers } from '@waxseal/core/plan'
import {
  type ArgSpec,
  CommandError,
  checkArgs,
  optionName,
  readOneShot,
  usageOf,
  type Values,
} from '@waxseal/scanner/command-line'
import type { OperatorRequest } from './operator-messages.ts'

/** What a command line asks for. */
export type Asked =
  | { kind: 'serve'; build: boolean }
  | { kind: 'check' }
  | { kind: 'health' }
  | { kind: 'status' }
  | { kind: 'backup'; file: string; withSecrets: boolean }
  | { kind: 'verify'; file: string }
  | { kind: 'restore'; file: string }
  | { kind: 'operate'; request: OperatorRequest }

interface OperatorCommand {
  /** Its parts between the dots are the words that are typed. */
  name: string
  /** One line for the help. */
  summary: string
  args: Readonly<Record<string, ArgSpec>>
  read: (input: Readonly<Record<string, unknown>>) => Asked
}

/** A row of the table: its arguments are declared and checked as those of the engine's commands are. */
function command<const S extends Readonly<Record<string, ArgSpec>>>(definition: {
  name: string
  summary: string
  args: S
  read: (values: Values<S>) => Asked
}): OperatorCommand {
  const { name, summary, args, read } = definition
  return { name, summary, args, read: input => read(checkArgs(args, input)) }
}

const email = {
  kind: 'text',
  value: 'EMAIL',
  positional: true,
  required: true,
  about: 'The email address of the account.',
} as const

/** Former names of a plan are taken as well (`canonicalTier`): the choices are those the help shows. */
const tier = {
  kind: 'text',
  value: 'TIER',
  positional: true,
  required: true,
  about: 'The plan.',
  offered: tiers,
} as const

const file = { kind: 'text', value: 'FILE', positional: true, required: true, about: 'The backup file.' } as const

const commands: readonly OperatorCommand[] = [
  command({
    name: 'serve',
    summary: 'Start the server. Builds missing or outdated pages first.',
    args: { noBuild: { kind: 'flag', about: 'Serve the existing pages without a build.' } },
    read: ({ noBuild }) => ({ kind: 'serve', build: noBuild !== true }),
  }),
  command({
    name: 'config.check',
    summary: 'Check the settings and show what would run.',
    args: {},
    read: () => ({ kind: 'check' }),
  }),
  command({
    name: 'health',
    summary: 'Ask the running process whether it answers, for a supervisor: exit code 0 or 1.',
    args: {},
    read: () => ({ kind: 'health' }),
  }),
  command({
    name: 'status',
    summary: 'Show the version, the parts, the jobs and the last backup of the running server.',
    args: {},
    read: () => ({ kind: 'status' }),
  }),
  command({
    name: 'account.list',
    summary: 'List all accounts with their plans.',
    args: {},
    read: () => ({ kind: 'operate', request: { command: 'account.list' } }),
  }),
  command({
    name: 'account.set-tier',
    summary: `Set the plan of an account (${tiers.join(', ')}).`,
    args: { email, tier },
    read: ({ email, tier: given }) => {
      const tier = canonicalTier(given)
      if (tier === null) throw new CommandError('usage', `"${given}" is no plan`)
      return { kind: 'operate', request: { command: 'account.set-tier', email, tier } }
    },
  }),
  command({
    name: 'account.reset-password',
    summary: 'Create a link that sets a new password and confirms the email address.',
    args: { email },
    read: ({ email }) => ({ kind: 'operate', request: { command: 'account.reset-password', email } }),
  }),
  command({
    name: 'account.two-factor-off',
    summary: 'Turn off two-factor authentication for someone who has lost the app and the backup codes.',
    args: { email },
    read: ({ email }) => ({ kind: 'operate', request: { command: 'account.two-factor-off', email } }),
  }),
  command({
    name: 'jobs',
    summary: 'Show waiting, running and failed jobs, and outgoing messages.',
    args: {},
    read: () => ({ kind: 'operate', request: { command: 'jobs' } }),
  }),
  command({
    name: 'jobs.retry',
    summary: 'Send a failed job again, or all of them.',
    args: {
      id: { kind: 'text', value: 'ID', positional: true, about: 'The id of the failed job.' },
      all: { kind: 'flag', about: 'Send all failed jobs again.' },
    },
    read: ({ id, all }) => {
      if ((id === undefined) === (all !== true)) throw new CommandError('usage', 'give an id, or --all')
      return { kind: 'operate', request: { command: 'jobs.retry', ...(id !== undefined && { id }) } }
    },
  }),
  command({
    name: 'jobs.drop',
    summary: 'Delete a failed job.',
    args: { id: { kind: 'text', value: 'ID', positional: true, required: true, about: 'The id of the failed job.' } },
    read: ({ id }) => ({ kind: 'operate', request: { command: 'jobs.drop', id } }),
  }),
  command({
    name: 'backup',
    summary: 'Write a backup to a file and read it back, or verify one.',
    args: {
      file,
      withSecrets: { kind: 'flag', about: 'Include the generated secrets of the data folder.' },
      verify: { kind: 'flag', about: 'Restore the backup into a temporary store instead of writing one.' },
    },
    read: ({ file, withSecrets = false, verify = false }) => {
      if (verify && withSecrets) throw new CommandError('usage', 'one of both')
      return verify ? { kind: 'verify', file } : { kind: 'backup', file, withSecrets }
    },
  }),
  command({
    name: 'restore',
    summary: 'Restore a backup into an empty store.',
    args: { file },
    read: ({ file }) => ({ kind: 'restore', file }),
  }),
]

/** The words of a command with the few options it has. */
function usage(name: string, args: OperatorCommand['args'], show: 'names' | 'choices' = 'names'): string {
  const flags = Object.entries(args).filter(([, { kind }]) => kind === 'flag')
  return [usageOf(name, args, show), ...flags.map(([flag]) => `[--${optionName(flag)}]`)].join(' ')
}

/** `waxseal help`, of the operator's commands. */
export function operatorHelp(): string {
  const rows = commands.map(({ name, args, summary }) => `  ${`waxseal ${usage(name, args)}`.padEnd(40)}${summary}`)
  return [
    'Commands to run the service',
    '',
    ...rows,
    '',
    '  --json prints the result as JSON. Settings are environment variables. See Configuration in docs/architecture.md.',
  ].join('\n')
}

/** The meaning of the words, or a sentence that says what is wrong with them. */
export function understand(words: readonly string[]): Asked | string {
  // The longest name wins: "jobs retry" is not "jobs" with an argument.
  const [found] = commands
    .filter(({ name }) => name === words.slice(0, name.split('.').length).join('.'))
    .sort((a, b) => b.name.length - a.name.length)
  if (found === undefined) return `Unknown command "${words.join(' ')}". Run waxseal help to see all commands.`
  const { name, args, read } = found
  try {
    return read(readOneShot(found, words.slice(name.split('.').length)).input)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return `Usage: waxseal ${usage(name, args, 'choices')}`
  }
}
