import type { ReactNode } from 'react'
import { BuilderPage } from '../../components/builder/builder-page.tsx'
import { paths } from '../../lib/paths.ts'
import { DmarcBuilder } from './dmarc-builder.tsx'
import { Explainer } from './explainer.tsx'
import { dmarcTexts } from './wording.ts'

export function DmarcBuilderPage(): ReactNode {
  return (
    <BuilderPage title={dmarcTexts.title} anyDomain={paths.dmarcBuilder} explainer={<Explainer />}>
      {target => <DmarcBuilder target={target} />}
    </BuilderPage>
  )
}
