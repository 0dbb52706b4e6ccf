import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startSession } from './app/start-session.ts'
import { registerTokenGetter } from './lib/api.ts'
import { createQueryClient } from './lib/query.ts'
import { createAuth } from './lib/session/create-auth.ts'

const auth = createAuth()
const queries = createQueryClient()
registerTokenGetter(options => auth.getToken(options))
startSession(auth, queries)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App auth={auth} queries={queries} />
  </StrictMode>,
)
