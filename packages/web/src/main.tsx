import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { registerTokenGetter } from './lib/api.ts'
import { createAuth } from './lib/session/create-auth.ts'

const auth = createAuth()
registerTokenGetter(options => auth.getToken(options))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App auth={auth} />
  </StrictMode>,
)
