import type { ReactNode } from 'react'
import { BuilderPage } from '../../components/builder/builder-page.tsx'
import { paths } from '../../lib/paths.ts'
import { Explainer } from './explainer.tsx'
import { SpfBuilder } from './spf-builder.tsx'
import { spfTexts } from './wording.ts'

export function SpfBuilderPage(): ReactNode {
  return (
    <BuilderPage title={spfTexts.title} anyDomain={paths.spfBuilder} explainer={<Explainer />}>
      {target => <SpfBuilder target={target} />}
    </BuilderPage>
  )
}
