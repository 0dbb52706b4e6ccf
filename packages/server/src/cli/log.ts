import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Env } from '../env.ts'
import { shortLine } from './short-line.ts'

/** The log: JSON lines for machines, short lines for people. It never contains secrets. A line of a request has at most 1 KB. */
export function openLog(env: Pick<Env, 'logLevel'>, output: NodeJS.WriteStream = process.stdout): Logger {
  const options = {
    level: env.logLevel,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: errorForLog },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: shortLine },
    redact: ['*.authorization', '*.cookie', '*.headers.authorization', '*.headers.cookie', '*.password', '*.token'],
  }
  return output.isTTY ? pino(options, forPeople(output)) : pino(options, output)
}

function forPeople(output: NodeJS.WriteStream): DestinationStream {
  return {
    write(line) {
      const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown> & {
        level: string
        time: string
        msg?: string
      }
      const stack = stacksOf(err)
      const more = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : ''
      output.write(`${time.slice(11, 19)} ${level.padEnd(5)} ${msg ?? ''}${more}${stack}\n`)
    },
  }
}

/** The maximum depth of logged causes. */
const depthMax = 5

/**
 * The logged parts of an error: its kind, message, code and stack, and the same of its cause. The parameters of a
 * failed query are removed, wherever the driver puts them, because they are password hashes, tokens and addresses.
 */
export function errorForLog(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return copyForLog(error)
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message
  const frames = (error.stack ?? '').split('\n').filter(line => line.startsWith('    at '))
  const cause = error.cause === undefined || depth >= depthMax ? undefined : errorForLog(error.cause, depth + 1)
  return {
    type: error.name,
    message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    stack: [`${error.name}: ${message}`, ...frames].join('\n'),
    ...(cause !== undefined && { cause }),
  }
}

/** The queue reports copies of errors with all properties that the driver added. */
function copyForLog(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error
  if (!('message' in error) || typeof error.message !== 'string') return error
  const stack = 'stack' in error && typeof error.stack === 'string' ? error.stack : ''
  const copy = new Error(error.message.replace(/\nparams: [^]*$/, ''))
  copy.stack = stack
  return errorForLog('code' in error ? Object.assign(copy, { code: error.code }) : copy)
}

/** For people: the stack of the error, and below it those of its causes. */
function stacksOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('stack' in thrown)) return ''
  return `\n${String(thrown.stack)}${'cause' in thrown ? stacksOf(thrown.cause) : ''}`
}
