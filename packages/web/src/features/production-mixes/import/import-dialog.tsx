/** The dialog that counts an access log, a file or a log on a load machine, and stores its production mix. */
import { Segmented } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useCan } from '../../../lib/session/session.ts'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { FileLog } from './file-log.tsx'
import { MachineLog } from './machine-log.tsx'
import type { StartMix } from './read-mix.ts'
import '../mixes.css'

interface ImportDialogProps {
  readonly start: StartMix
  readonly onClose: () => void
}

export function ImportDialog({ start, onClose }: ImportDialogProps) {
  const t = useT()
  const [from, setFrom] = useState<'file' | 'machine'>('file')
  const canOperate = useCan('machine.operate')
  return (
    <FormDialog title={t('mix.import')} footer={null} width={640} isAction onClose={onClose}>
      {canOperate && (
        <Segmented
          className="mix-from"
          aria-label={t('mix.logPlace')}
          value={from}
          options={[
            { value: 'file', label: t('mix.fromFile') },
            { value: 'machine', label: t('mix.fromMachine') },
          ]}
          onChange={setFrom}
        />
      )}
      {from === 'file' ? <FileLog start={start} onClose={onClose} /> : <MachineLog onClose={onClose} />}
    </FormDialog>
  )
}
