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
      ...commands.map(command => [command.name.replaceAll('.', ' '), command.summary] as const),
      ['batch', 'Run many of these: one JSON request a line in, one JSON reply a line out.'],
    ]),
    '',
    paint('Run the service', 'bold'),
    ...rows([
      ['serve', 'Start the web application.'],
      ['config, account', 'Look after it: waxseal help account.'],
    ]),
    '',
    paint('Everywhere', 'bold'),
    ...rows([
      ['--json', 'JSON on standard output, words for people on standard error.'],
      ...optionRows(Object.entries(dnsArgs)),
      ['help COMMAND', 'More about one command.'],
      ['--version', 'The version.'],
    ]),
    '',
    'Exit: 0 there is an answer, 1 no answer could be had, 2 bad use, 3 below --fail-under.',
    'A check that breaks leaves its error on standard error; the exit code follows from the other checks.',
    '',
  ].join('\n')
}

/** `waxseal help COMMAND`. */
export function commandHelp(command: Command, paint: Paint): string {
  const args = Object.entries(command.args)
  const positionals = args.filter(([, spec]) => spec.positional)
  return [
    `Usage: waxseal ${usageOf(command.name, command.args)} [options]`,
    '',
    command.summary,
    '',
    ...columns(paint, [
      ...positionals.map(([name, spec]) => [`  ${spec.value ?? name.toUpperCase()}`, spec.about]),
      ...optionRows(args.filter(([, spec]) => !spec.positional)).map(([option, about]) => ['  ' + option, about]),
      ['  --json', 'The result as JSON.'],
    ]),
    '',
    `In batch: {"id":1,"cmd":"${command.name}","args":{${batchArgs(command)}}}`,
    '',
  ].join('\n')
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

Reads one JSON request a line and writes one JSON reply a line, in any order, until the end of input.

  {"id":1,"cmd":"dmarc.lookup","args":{"domain":"example.com","resolver":"127.0.0.1:53","dnsTimeoutMs":2000}}
  {"id":1,"ok":true,"result":{…}}
  {"id":1,"ok":false,"error":{"code":"…","message":"…"}}

Codes: usage, dns, parse, domain, unknown-command. Requests run side by side; nothing is kept between them.
`
