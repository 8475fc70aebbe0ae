/** The files that exist in the project, for the check of a component; fetched only if it uses files. */

import type { ValidationOptions } from '@pone/plan/check/validate.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { filesOf } from '@pone/plan/component/files.ts'
import { useMemo } from 'react'
import { useAttachments } from '../fields/attachment-queries.ts'
import { useParameterFiles } from './parameter-queries.ts'

const idsOf = (files: readonly { id: string }[] | undefined) => files && new Set(files.map(file => file.id))

/** Sets are undefined until loaded; the check then reports no missing files. */
export function useKnownFiles(document: ComponentDocument): ValidationOptions {
  const enabled = filesOf(document).length > 0
  const parameterFiles = useParameterFiles({ enabled })
  const attachments = useAttachments(undefined, { enabled })
  return useMemo(
    () => ({ fileIds: idsOf(parameterFiles.data), attachmentIds: idsOf(attachments.data) }),
    [parameterFiles.data, attachments.data],
  )
}
