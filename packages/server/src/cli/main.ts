import { refuseOthersFolder } from '../db/folder-owner.ts'
import { type Env, EnvProblems, readEnv } from '../env.ts'
import { version } from '../version.ts'
import { type Asked, operatorHelp, understand } from './commands.ts'
import { askServer } from './control.ts'
import { healthProblem } from './health.ts'
import type { OperatorReply, OperatorRequest } from './operator-messages.ts'
import { setupLines } from './setup-lines.ts'

/** Exit codes: a result; no result; wrong usage; invalid configuration (EX_CONFIG). */
const exit = { ok: 0, failed: 1, usage: 2, config: 78 } as const

/**
 * Runs one command of the operator. Only the commands that need the server load it, because that takes seconds. Text
 * goes to `print` and `complain`, line by line.
 *
 * @returns the exit code
 */
export async function run(
  words: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  complain: (line: string) => void,
): Promise<number> {
  const json = words.includes('--json')
  const command = words.filter(word => word !== '--json')
  if (command.length === 0 || command[0] === 'help' || command.some(word => word === '--help' || word === '-h')) {
    print(operatorHelp())
    return command.length === 0 ? exit.usage : exit.ok
  }
  if (command[0] === '--version') {
    print(version())
    return exit.ok
  }
  const asked = understand(command)
  if (typeof asked === 'string') {
    complain(asked)
    return exit.usage
  }
  try {
    const env = readEnv(variables)
    if (asked.kind === 'serve') {
      // Before the build: the service cannot rebuild pages that another user has built.
      if (env.databaseUrl === null) refuseOthersFolder(env.dataDir)
      const { serve } = await import('./serve.ts')
      return await serve(env, { build: asked.build })
    }
    if (asked.kind === 'check') {
      print(`Waxseal would run at ${env.publicUrl}`)
      for (const line of setupLines(env)) print(line)
      return exit.ok
    }
    if (asked.kind === 'health') {
      const problem = await healthProblem(env)
      if (problem === null) print('ok')
      else complain(problem)
      return problem === null ? exit.ok : exit.failed
    }
    const reply = await replyTo(env, asked)
    if (!reply.ok) complain(reply.message)
    else if (json) print(JSON.stringify(reply.result))
    else reply.lines.forEach(print)
    return reply.ok ? exit.ok : exit.failed
  } catch (error) {
    if (error instanceof EnvProblems) {
      error.problems.forEach(complain)
      return exit.config
    }
    complain(error instanceof Error ? error.message : String(error))
    return exit.failed
  }
}

async function replyTo(
  env: Env,
  asked: Exclude<Asked, { kind: 'serve' | 'check' | 'health' }>,
): Promise<OperatorReply> {
  if (asked.kind === 'operate') {
    return (await askServer(env.dataDir, asked.request)) ?? (await operateHere(env, asked.request))
  }
  if (asked.kind === 'status') {
    const message = `No server answers in ${env.dataDir}. Check DATA_DIR, and use the user of the server.`
    return (await askServer(env.dataDir, { command: 'status' })) ?? { ok: false, message }
  }
  const { backupToFile, restore, verify } = await import('./backup-command.ts')
  if (asked.kind === 'verify') return verify(asked.file)
  return asked.kind === 'restore' ? restore(env, asked.file) : backupToFile(env, asked.file, asked)
}

/** No server runs on this data, so this process opens the store. */
async function operateHere(env: Env, request: OperatorRequest): Promise<OperatorReply> {
  if (env.databaseUrl === null) refuseOthersFolder(env.dataDir)
  const { operateAlone } = await import('./operate.ts')
  return await operateAlone(env, request)
}

if (import.meta.main) {
  const code = await run(
    process.argv.slice(2),
    process.env,
    line => console.log(line),
    line => console.error(line),
  )
  process.exit(code)
}
