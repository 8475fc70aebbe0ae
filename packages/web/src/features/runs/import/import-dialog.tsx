/** Imports JMeter results as an execution record: file and options, progress, and what was skipped. */
import { useEffect, useRef, useState } from 'react'
import { isAborted } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { discardUpload } from '../../../lib/upload/piece-upload.ts'
import { notBegun, type UploadProgress as Sending } from '../../../lib/upload/upload-progress.ts'
import '../../../ui/form/form.css'
import { UploadProgress } from '../../../ui/upload-progress.tsx'
import { useImportResults } from './import-queries.ts'
import { ImportStatus } from './import-status.tsx'
import { type ChosenResults, ResultsForm } from './results-form.tsx'
import './import-dialog.css'
import { FormDialog } from '../../../ui/form/form-layer.tsx'

/** With `runId` it shows an existing import. */
export function ImportDialog({
  runId = null,
  onClose,
}: {
  readonly runId?: string | null
  readonly onClose: () => void
}) {
  const t = useT()
  const importResults = useImportResults()
  // Kept in the dialog, so that the input remains when the server refuses the file.
  const [chosen, setChosen] = useState<ChosenResults | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [fault, setFault] = useState<unknown>(null)
  const [followed, setFollowed] = useState(runId)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const send = async ({ file, name, ...choices }: ChosenResults) => {
    setFault(null)
    setSending(notBegun(file))
    const controller = new AbortController()
    abort.current = controller
    try {
      const { id } = await importResults.mutateAsync({
        ...choices,
        name: name.trim(),
        // Dates without a zone are read in the time zone of the user's browser.
        utcOffsetMinutes: -new Date(file.lastModified).getTimezoneOffset(),
        file,
        signal: controller.signal,
        onProgress: setSending,
      })
      setFollowed(id)
    } catch (error) {
      if (!isAborted(error)) setFault(error)
    } finally {
      setSending(null)
    }
  }

  return (
    <FormDialog
      title={t('run.import.title')}
      className="import-dialog"
      footer={null}
      width={600}
      mask={{ closable: false }}
      isChanged={chosen !== null && followed === null}
      onClose={onClose}
    >
      {followed !== null ? (
        <ImportStatus id={followed} onClose={onClose} />
      ) : sending !== null ? (
        <UploadProgress
          progress={sending}
          onCancel={() => abort.current?.abort(discardUpload)}
          finishing={t('run.import.looking')}
        />
      ) : (
        <ResultsForm
          chosen={chosen}
          fault={fault}
          onChange={next => {
            if (next.file !== chosen?.file) setFault(null)
            setChosen(next)
          }}
          onSend={results => void send(results)}
          onClose={onClose}
        />
      )}
    </FormDialog>
  )
}
