/** Saves under a revision, and offers what can be done if another user saved in between; for editors of any kind of work. */
import { maxNameLength } from '@pone/schema/limits.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, showError } from '../../lib/api-error.ts'
import { freeSiblingName } from '../../lib/free-sibling-name.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'

export interface VersionedSave<Theirs> {
  readonly isSaving: boolean
  /** False when it was refused, or is being saved already. */
  readonly save: () => Promise<boolean>
  /** The conflicting version of another user; null if there is none. */
  readonly conflict: Theirs | null
  readonly closeConflict: () => void
  readonly loadTheirs: () => void
  readonly keepAsCopy: () => Promise<void>
  readonly overwrite: () => Promise<void>
}

interface Versioned<Work, Theirs> {
  /** The current state of what is edited. */
  readonly work: Work
  /** Revision that the work is based on. */
  readonly revision: number
  /** There is nothing unsaved. */
  readonly isClean: boolean
  /** Name and folder in the catalogue. */
  readonly place: { readonly name: string; readonly parentId: string | null }
  /** @throws ApiError EditedMeanwhile if the revision is not the stored one */
  readonly store: (work: Work, revision: number) => Promise<{ readonly revision: number }>
  readonly onStored: (work: Work, revision: number) => void
  readonly readTheirs: () => Promise<Theirs>
  readonly onLoad: (theirs: Theirs) => void
  /** All nodes of the catalogue, fetched again. */
  readonly readCatalogue: () => Promise<Parameters<typeof freeSiblingName>[0]>
  readonly storeCopy: (
    work: Work,
    place: { name: string; parentId: string },
  ) => Promise<{ readonly id: string; readonly name: string }>
  readonly onOpen: (id: string) => void
}

export function useVersionedSave<Work, Theirs extends { readonly revision: number }>(
  versioned: Versioned<Work, Theirs>,
): VersionedSave<Theirs> {
  const t = useT()
  const { work, isClean, place } = versioned
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Theirs | null>(null)
  const [copyId, setCopyId] = useState<string | null>(null)
  const isBusy = useRef(false)
  const open = useEffectEvent((id: string) => versioned.onOpen(id))
  // Opened only after this version is clean, because leaving it then asks for no confirmation.
  useEffect(() => {
    if (copyId !== null && isClean) open(copyId)
  }, [copyId, isClean])

  const saveAt = async (revision: number): Promise<boolean> => {
    if (isBusy.current) return false
    isBusy.current = true
    setSaving(true)
    try {
      const answer = await versioned.store(work, revision)
      versioned.onStored(work, answer.revision)
      setConflict(null)
      notify({ kind: 'success', text: t('editor.saved') })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EditedMeanwhile') await showConflict()
      else showError(error)
      return false
    } finally {
      isBusy.current = false
      setSaving(false)
    }
  }
  const showConflict = async () => {
    try {
      setConflict(await versioned.readTheirs())
    } catch (error) {
      showError(error)
    }
  }
  const loadTheirs = () => {
    if (conflict === null) return
    versioned.onLoad(conflict)
    setConflict(null)
  }
  const keepAsCopy = async () => {
    const parentId = place.parentId ?? ''
    const suffix = t('editor.conflict.copySuffix')
    const base = place.name.slice(0, maxNameLength - suffix.length) + suffix
    try {
      const name = freeSiblingName(await versioned.readCatalogue(), parentId, base)
      const copy = await versioned.storeCopy(work, { name, parentId })
      loadTheirs()
      notify({ kind: 'success', text: t('editor.conflict.copied', { name: copy.name }) })
      setCopyId(copy.id)
    } catch (error) {
      showError(error)
    }
  }
  return {
    isSaving,
    save: () => saveAt(versioned.revision),
    conflict,
    closeConflict: () => setConflict(null),
    loadTheirs,
    keepAsCopy,
    overwrite: async () => {
      if (conflict !== null) await saveAt(conflict.revision)
    },
  }
}
