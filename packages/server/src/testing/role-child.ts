/**
 * A server process with one role on a PostgreSQL database, for the tests of many processes: `web <database> <DNS port>
 * <port>`, `worker <database> <DNS port>` or `nameserver <database> <DNS port> <port>`. All name servers are at that port of the loopback, and all HTTPS servers at
 * the last but one argument, with certificates of the authority in the file of the last. Jobs of a killed process are
 * missed sooner than in a real server. It says "ready", and ends as on SIGTERM of a service manager.
 */
import { readFileSync, writeSync } from 'node:fs'
import { readEnv } from '../env.ts'
import { start } from '../main.ts'
import { silent } from './silent.ts'

const [role = '', databaseUrl = '', dnsPort = '', port = '3000', httpsPort = '1', authority = ''] =
  process.argv.slice(2)
const env = readEnv({
  ROLE: role,
  DATABASE_URL: databaseUrl,
  PORT: role === 'web' ? port : '3000',
  AUTH_SECRET: 'a secret of the tests, long enough for it',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  DNS_SERVERS: `127.0.0.1:${dnsPort}`,
  DNS_DIRECT: 'on',
  RELAY_TEST: 'off',
  THREAT_SOURCES: 'none',
  ...(role === 'nameserver' && {
    HOSTED_ZONE: 'waxseal.email',
    NAMESERVER_HOSTS: 'ns1.waxseal.email=192.0.2.1',
    NAMESERVER_ADDRESS: '127.0.0.1',
    NAMESERVER_PORT: port,
  }),
})
const placeOf = (port: number) => (port === 53 ? Number(dnsPort) : port === 443 ? Number(httpsPort) : 1)
const running = await start(env, silent, {
  dial: (_address, to) => ({ address: '127.0.0.1', port: placeOf(to) }),
  ...(authority !== '' && { ca: readFileSync(authority, 'utf8') }),
  listRates: 'unlimited',
  superviseEverySeconds: 1,
})
process.once('SIGTERM', () => {
  running.stop().then(
    () => {
      writeSync(1, 'stopped\n')
      process.exit(0)
    },
    (cause: unknown) => {
      writeSync(1, `not stopped: ${cause instanceof Error ? cause.stack : String(cause)}\n`)
      process.exit(1)
    },
  )
})
writeSync(1, 'ready\n')
