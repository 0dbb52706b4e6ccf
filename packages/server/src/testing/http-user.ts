/** Calls the API as one user. */
export type Call = (method: string, path: string, input?: object) => Promise<Response>

/** Signs up at a server over HTTP, as the web does. The token is valid for five minutes. */
export async function signUpOverHttp(url: string, email: string): Promise<Call> {
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ name: 'Ada', email, password: 'a long enough password' })
  const signed = await fetch(`${url}/api/identity/sign-up/email`, { method: 'POST', headers, body })
  const cookie = signed.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const answer = await fetch(`${url}/api/identity/token`, { headers: { cookie } })
  const { token } = (await answer.json()) as { token: string }
  return (method, path, input) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(input && { body: JSON.stringify(input) }),
    })
}
