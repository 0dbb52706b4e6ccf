import { cliExample, curlExample, typescriptExample } from '@waxseal/contract/api-examples'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Disclosed } from '../../ui/disclosed.tsx'

/** How a program uses a key: in a shell, in TypeScript, and the command line that needs none. */
export function ApiExamples(): ReactNode {
  const { origin } = window.location
  return (
    <Disclosed summary="Examples">
      <div className="grid gap-6">
        <Example name="curl" text={curlExample(origin)} />
        <Example name="TypeScript" text={typescriptExample(origin)}>
          Runs in Node.js 24.
        </Example>
        <Example name="Command line" text={cliExample}>
          The command line scans without a Waxseal server. It needs no key and prints the same JSON as a report of the
          API. Its program is <code className="font-mono">bin/waxseal</code> in the folder of Waxseal.{' '}
          <code className="font-mono">npm run pack:cli</code> there makes one file of it,{' '}
          <code className="font-mono">dist/waxseal.mjs</code>, for machines with Node.js.
        </Example>
        <p className="max-w-prose text-13 text-ink2 [overflow-wrap:anywhere]">
          The{' '}
          <Link to={paths.apiReference} className="prose-link rounded">
            API reference
          </Link>{' '}
          has an example of every call that a key can make. A program reads the same from{' '}
          <code className="font-mono">{`${origin}/api/openapi.json`}</code>.
        </p>
      </div>
    </Disclosed>
  )
}

function Example({ name, text, children }: { name: string; text: string; children?: ReactNode }): ReactNode {
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-3">
        <h3 className="text-13 font-[560]">{name}</h3>
        <span className="ms-auto">
          <CopyButton text={text} what={`the example for ${name}`} done="Example copied" />
        </span>
      </div>
      {children !== undefined && <p className="mb-1 text-13 text-ink2">{children}</p>}
      <pre
        dir="ltr"
        className="rounded bg-sunken px-3 py-2 font-mono text-13 [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {text.trimEnd()}
      </pre>
    </div>
  )
}
