import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PublicFrame } from '../../components/public-frame.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { paths } from '../../lib/paths.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useTitle } from '../../ui/title.ts'

interface Words {
  title: string
  text: string
}

interface Props<Reply> {
  /** What is asked before anything happens. */
  ask: Words & { button: string }
  run: (token: string) => Promise<Reply>
  done: (reply: Reply) => Words
  failure: string
}

/**
 * What a link of alert mail leads to. A visit alone changes nothing: mail filters open links too. The token is enough,
 * so it works signed out.
 */
export function TokenPage<Reply>({ ask, run, done, failure }: Props<Reply>): ReactNode {
  useTitle(ask.title)
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [reply, setReply] = useState<Reply | null>(null)
  const [error, setError] = useState<unknown>(null)
  const action = useAction({
    key: ['alert-mail', ask.title],
    run: () => run(token),
    failure: 'shown',
    onMutate: () => setError(null),
    onSuccess: setReply,
    onError: setError,
  })
  const refused = error instanceof ApiError && [400, 404, 410].includes(error.status) ? error : null

  return (
    <PublicFrame>
      {reply !== null ? (
        <Ended title={done(reply).title}>
          <p role="status" className="[overflow-wrap:anywhere]">
            {done(reply).text}
          </p>
        </Ended>
      ) : token === '' || refused !== null ? (
        <Ended title="This link does not work">
          <div role="alert">
            <Note look="warning" title={problemOf(refused)} />
          </div>
        </Ended>
      ) : (
        <>
          <h1 className="text-26 font-[600]">{ask.title}</h1>
          <p className="mt-2 mb-6 text-ink2">{ask.text}</p>
          {error !== null && (
            <div role="alert" className="mb-4">
              <Note look="bad" title={failure}>
                The server returned an error or no answer. Please try again.
              </Note>
            </div>
          )}
          <Button
            look="primary"
            className="justify-self-start"
            busy={action.busy}
            onClick={() => action.start(undefined)}
          >
            {ask.button}
          </Button>
        </>
      )}
    </PublicFrame>
  )
}

function problemOf(refused: ApiError | null): string {
  if (refused === null) return 'The address has no token. Open the link in the mail.'
  if (refused.status === 410) return refused.detail ?? 'This link has expired. Ask for a new one in the alert settings.'
  return 'This link is unknown. It may have been replaced by a newer one.'
}

function Ended({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <>
      <h1 className="mb-4 text-26 font-[600]">{title}</h1>
      {children}
      <Link to={paths.dashboard} className={buttonClass('plain', 'normal', 'mt-6 justify-self-start')}>
        Continue to Waxseal
      </Link>
    </>
  )
}
