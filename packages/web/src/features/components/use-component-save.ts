/** Saving a component under its revision, and what can be done when someone else saved in between. */
import type { Component } from '@pone/contract/entities/component.ts'
import { maxNameLength } from '@pone/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { ApiError, showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { designPath } from './component-paths.ts'
import { type EditorAction, type EditorState, isDirty } from './editor-model.ts'

interface ComponentSave {
  readonly isSaving: boolean
  readonly save: () => Promise<void>
  /** The version of someone else that stands in the way; null when none does. */
  readonly conflict: Component | null
  readonly closeConflict: () => void
  readonly loadTheirs: () => void
  readonly keepAsCopy: () => Promise<void>
  readonly overwrite: () => Promise<void>
}

export function useComponentSave(
  component: Component,
  state: EditorState,
  dispatch: (action: EditorAction) => void,
): ComponentSave {
  const t = useT()
  const navigate = useNavigate()
  const client = useQueryClient()
  const projectId = useSession('projectId')
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Component | null>(null)
  const [copyId, setCopyId] = useState<string | null>(null)
  const isBusy = useRef(false)
  const isClean = !isDirty(state)
  // Only once this version is clean does leaving it raise no question.
  useEffect(() => {
    if (copyId !== null && isClean) void navigate(designPath(copyId))
  }, [copyId, isClean, navigate])
  const { id } = component

  const saveAt = async (revision: number) => {
    if (isBusy.current) return
    isBusy.current = true
    setSaving(true)
    try {
      const { document } = state
      const answer = await api.component.save({ projectId, id, revision, document })
      dispatch({ kind: 'saved', document, revision: answer.revision })
      setConflict(null)
      client.setQueryData(['component', projectId, id], answer)
      void client.invalidateQueries({ queryKey: ['componentTree', projectId] })
      notify({ kind: 'success', text: t('component.saved') })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EditedMeanwhile') await showConflict()
      else showError(error)
    } finally {
      isBusy.current = false
      setSaving(false)
    }
  }
  const showConflict = async () => {
    try {
      setConflict(await api.component.get({ projectId, id }))
    } catch (error) {
      showError(error)
    }
  }
  const loadTheirs = () => {
    if (!conflict) return
    dispatch({ kind: 'load', document: conflict.document, revision: conflict.revision })
    setConflict(null)
  }
  const keepAsCopy = async () => {
    if (!conflict) return
    const parentId = conflict.parentId ?? ''
    for (let number = 1; ; number += 1) {
      const suffix =
        number === 1 ? t('component.conflict.copySuffix') : `${t('component.conflict.copySuffix')} ${number}`
      const name = conflict.name.slice(0, maxNameLength - suffix.length - 1) + suffix
      try {
        const { document } = state
        const copy = await api.component.create({ projectId, parentId, name, document, secretsOf: id })
        void client.invalidateQueries({ queryKey: ['componentTree', projectId] })
        loadTheirs()
        notify({ kind: 'success', text: t('component.conflict.copied', { name: copy.name }) })
        setCopyId(copy.id)
        return
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NameExists' && number < 20) continue
        showError(error)
        return
      }
    }
  }
  return {
    isSaving,
    save: () => saveAt(state.revision),
    conflict,
    closeConflict: () => setConflict(null),
    loadTheirs,
    keepAsCopy,
    overwrite: async () => {
      if (conflict) await saveAt(conflict.revision)
    },
  }
}
