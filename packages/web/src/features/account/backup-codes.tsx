import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { copyToClipboard } from '../../lib/clipboard.ts'
import { saveFile } from '../../lib/download.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'

/** The backup codes, which are shown only here and now. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactNode {
  const text = `${codes.join('\n')}\n`

  async function copy(): Promise<void> {
    if (await copyToClipboard(text)) notify.success('Backup codes copied')
  }

  return (
    <div className="grid gap-4">
      <p className="text-ink2">
        Keep these backup codes in a safe place. Each signs you in once when you do not have your app. They are shown
        only now.
      </p>
      <ul
        aria-label="Backup codes"
        className="grid gap-x-4 gap-y-1 bg-sunken p-3 font-mono text-13"
        style={{ gridTemplateColumns: '1fr 1fr' }}
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => void copy()}>
          Copy codes
        </Button>
        <Button
          size="small"
          onClick={() =>
            saveFile(new Blob([`Waxseal backup codes\n\n${text}`], { type: 'text/plain' }), 'waxseal-backup-codes.txt')
          }
        >
          <Download className="size-3.5" aria-hidden />
          Download
        </Button>
      </div>
      <div className="mt-2 flex justify-end">
        <Button look="primary" onClick={onDone}>
          I saved the codes
        </Button>
      </div>
    </div>
  )
}
