import { inspect } from 'node:util'
import { isDiskFull } from '../db/disk-full.ts'
import { NoRoom } from '../db/unusable.ts'
import type { Env } from '../env.ts'

/** Why a start failed, in one line for the operator, with the setting if there is one. */
export function whyNot(error: unknown, env: Pick<Env, 'port' | 'host' | 'dataDir' | 'databaseUrl'>): string {
  const { code, syscall, path, errors } = partsOf(error)
  // A name with several addresses fails once for each, and the combined error has no message.
  if (errors[0] !== undefined) return whyNot(errors[0], env)
  // The embedded PostgreSQL throws plain objects of its file system (`{ name: 'ErrnoError', errno: 44 }`).
  const message = error instanceof Error ? error.message : inspect(error, { breakLength: Number.POSITIVE_INFINITY })
  if (isDiskFull(error)) return new NoRoom(env.dataDir).message
  const isPort = syscall === 'listen' || syscall === 'bind'
  if (isPort && code === 'EADDRINUSE') {
    return `PORT: ${env.port} is in use on ${env.host} → stop the program that uses it, or set another port`
  }
  if (isPort && code === 'EACCES') return `PORT: this user may not use port ${env.port} → set a port above 1023`
  if (isPort) return `HOST: cannot listen on ${env.host} (${code}) → use an address of this machine, or 0.0.0.0 for all`
  const isNetwork = syscall === 'connect' || syscall === 'getaddrinfo'
  if (isNetwork && env.databaseUrl !== null) {
    return `DATABASE_URL: ${message} → check the address, and check that PostgreSQL is running`
  }
  if (syscall === 'getaddrinfo')
    return `HOST: ${env.host} is not an address of this machine → use one of its addresses, or 0.0.0.0 for all`
  if (path !== null || code === 'ERR_SQLITE_ERROR') {
    return `DATA_DIR: ${env.dataDir} cannot be used (${message}) → set a folder that this user can write to`
  }
  return message
}

function partsOf(error: unknown) {
  const fields: Readonly<Record<string, unknown>> = typeof error === 'object' && error !== null ? { ...error } : {}
  return {
    code: text(fields['code']),
    syscall: text(fields['syscall']),
    path: text(fields['path']),
    errors: error instanceof AggregateError ? (error.errors as readonly unknown[]) : [],
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)
