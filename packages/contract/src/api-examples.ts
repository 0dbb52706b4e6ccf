/**
 * Examples of calls with an API key, as the account page and docs/api.md show them. A test runs each of them against a
 * server.
 */

/** In a shell: lists the domains, then scans one of them. @param origin of the server, as `https://waxseal.example` */
export const curlExample = (origin: string): string => `export WAXSEAL_API_KEY='ak_…'

# List the domains (scope read)
curl -sS -H "Authorization: Bearer $WAXSEAL_API_KEY" \\
  '${origin}/api/domains'

# Scan a domain by its id (scope scan)
curl -sS -X POST -H "Authorization: Bearer $WAXSEAL_API_KEY" \\
  "${origin}/api/diagnostics/scan/$DOMAIN_ID"
`

/** A program for Node.js 24: prints the score of each domain. @param origin as above */
export const typescriptExample = (origin: string): string => `const api = '${origin}/api'
const headers = { authorization: \`Bearer \${process.env.WAXSEAL_API_KEY}\` }

interface Domain {
  domain_name: string
  health_score: number | null
}

const reply = await fetch(\`\${api}/domains\`, { headers })
if (!reply.ok) throw new Error(\`\${reply.status} \${await reply.text()}\`)
const domains = (await reply.json()) as Domain[]
for (const { domain_name, health_score } of domains) {
  console.log(domain_name, health_score ?? 'no score')
}
`

/** The command line scans by itself: it needs neither a server nor a key. */
export const cliExample = `waxseal scan example.com --json --fail-under 80
`
