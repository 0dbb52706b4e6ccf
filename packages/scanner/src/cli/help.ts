import { columns, type Paint } from '../paint.ts'
import { usageOf } from './arguments.ts'
import { type Command, dnsArgs } from './command.ts'
import { optionName } from './one-shot.ts'

/** `waxseal --help`. */
export function generalHelp(commands: readonly Command[], paint: Paint): string {
  const rows = (list: readonly (readonly [string, string])[]) =>
    columns(
      paint,
      list.map(row => ['  ' + row[0], row[1]]),
    )
  return [
    'Usage: waxseal COMMAND [options]',
    '',
    paint('Check a domain', 'bold'),
    ...rows([
      ...commands.map(command => [oneShotOf(command).replaceAll('.', ' '), command.summary] as const),
      ['batch', 'Run many commands: read one JSON request per line, write one JSON reply per line.'],
    ]),
    '',
    paint('Run the service', 'bold'),
    ...rows([
      ['serve', 'Start the web application.'],
      ['config, account', 'Manage the service. See waxseal help account.'],
    ]),
    '',
    paint('Options of every command', 'bold'),
    ...rows([
      ['--json', 'Print JSON on standard output and messages on standard error.'],
      ...optionRows(Object.entries(dnsArgs)),
      ['help COMMAND', 'Show the help of one command.'],
      ['--version', 'Show the version.'],
    ]),
    '',
    'Exit codes: 0 answered, 1 no answer, 2 usage error, 3 score below --fail-under.',
    'If a check fails with an internal error, standard error shows it. The other checks decide the exit code.',
    '',
  ].join('\n')
}

/** `waxseal help COMMAND`. */
export function commandHelp(command: Command, paint: Paint): string {
  const args = Object.entries(command.args)
  const positionals = args.filter(([, spec]) => spec.positional)
  return [
    `Usage: waxseal ${usageOf(oneShotOf(command), command.args)} [options]`,
    '',
    command.summary,
    '',
    ...columns(paint, [
      ...positionals.map(([name, spec]) => [`  ${spec.value ?? name.toUpperCase()}`, spec.about]),
      ...optionRows(args.filter(([, spec]) => !spec.positional)).map(([option, about]) => ['  ' + option, about]),
      ['  --json', 'Print the result as JSON.'],
    ]),
    '',
    `In batch: {"id":1,"cmd":"${command.name}","args":{${batchArgs(command)}}}`,
    '',
  ].join('\n')
}

function oneShotOf({ name, oneShotName = name }: Command): string {
  return oneShotName
}

function optionRows(args: readonly (readonly [string, Command['args'][string]])[]): [string, string][] {
  return args.map(([name, spec]) => {
    const value = spec.kind === 'flag' ? '' : ` ${spec.value ?? (spec.choices?.join('|') || 'VALUE')}`
    return [`--${optionName(name)}${value}`, spec.about]
  })
}

function batchArgs(command: Command): string {
  return Object.entries(command.args)
    .filter(([, spec]) => spec.positional)
    .map(([name]) => `"${name}":"…"`)
    .join(',')
}

/** `waxseal help batch`. */
export const batchHelp = `Usage: waxseal batch

Reads one JSON request per line until the input ends. Writes one JSON reply per line, in any order.

  {"id":1,"cmd":"dmarc.lookup","args":{"domain":"example.com","resolver":"127.0.0.1:53","dnsTimeoutMs":2000}}
  {"id":1,"ok":true,"result":{…}}
  {"id":1,"ok":false,"error":{"code":"…","message":"…"}}

Error codes: usage, dns, parse, domain, unknown-command. Requests run in parallel and share no answers.
`
