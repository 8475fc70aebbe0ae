/** The dialogs of the component editor: tool functions, imports, and a version that another user saved meanwhile. */

import type { Component } from '@pone/contract/entities/component.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { Suspense } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { ConflictDialog } from '../../../ui/editor/conflict-dialog.tsx'
import type { VersionedSave } from '../../../ui/editor/use-versioned-save.ts'
import { areDifferent, Differences } from '../code/version-differences.tsx'
import { CurlDialog } from '../import/curl-dialog.tsx'
import type { ImportSource } from '../tree/add-step-menu.tsx'
import { useStepCommands } from '../tree/step-commands.ts'

const RecordingDialog = lazyPart(async () => ({
  default: (await import('../import/recording-dialog.tsx')).RecordingImportDialog,
}))
const RecordDialog = lazyPart(async () => ({
  default: (await import('../record/record-dialog.tsx')).RecordDialog,
}))
const WsdlDialog = lazyPart(async () => ({ default: (await import('../import/wsdl-dialog.tsx')).WsdlDialog }))

const dialogs = { curl: CurlDialog, record: RecordDialog, recording: RecordingDialog, wsdl: WsdlDialog }

interface ImportDialogProps {
  readonly source: ImportSource
  readonly onClose: () => void
}

export function ImportDialog({ source, onClose }: ImportDialogProps) {
  const commands = useStepCommands()
  const Dialog = dialogs[source]
  return (
    <Suspense fallback={null}>
      <Dialog commands={commands} onClose={onClose} />
    </Suspense>
  )
}

interface VersionConflictProps {
  readonly saving: VersionedSave<Component>
  readonly mine: ComponentDocument
}

/** Empty unless another user saved meanwhile. */
export function VersionConflict({ saving, mine }: VersionConflictProps) {
  const { conflict } = saving
  if (conflict === null) return null
  const versions = { theirs: conflict.document, mine }
  return (
    <ConflictDialog
      theirs={conflict}
      saving={saving}
      differences={areDifferent(versions) ? <Differences {...versions} /> : null}
    />
  )
}
