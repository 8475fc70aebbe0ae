/** Confirmation dialogs before something is lost. */
import { App, Input } from 'antd'
import { type ReactNode, useCallback } from 'react'
import { isAborted, showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'

export interface Question {
  readonly title: ReactNode
  /** What will be lost. */
  readonly text?: ReactNode
  /** Label of the confirming button, a verb. */
  readonly verb: string
  readonly isDangerous?: boolean
  /** The user must type this text first. */
  readonly typed?: string
  /** Runs after confirmation; the dialog stays open meanwhile, and closes after an error too, which is shown. */
  readonly onConfirm: (typed: string) => Promise<unknown>
}

/** Opens the dialog; dangerous by default. */
export function useConfirm(): (question: Question) => void {
  const { modal } = App.useApp()
  const t = useT()
  return useCallback(
    question => {
      let typed = ''
      const dialog = modal.confirm({
        title: question.title,
        width: 440,
        content: (
          <>
            {question.text && <p style={{ margin: 0 }}>{question.text}</p>}
            {question.typed !== undefined && (
              <label style={{ display: 'block', marginTop: 12 }}>
                {t('confirm.type', { text: question.typed })}
                <Input
                  autoFocus
                  style={{ marginTop: 4 }}
                  onChange={event => {
                    typed = event.target.value
                    dialog.update(before => ({
                      ...before,
                      okButtonProps: { danger: true, disabled: typed !== question.typed },
                    }))
                  }}
                />
              </label>
            )}
          </>
        ),
        okText: question.verb,
        cancelText: t('action.cancel'),
        okButtonProps: { danger: question.isDangerous !== false, disabled: question.typed !== undefined },
        onOk: async () => {
          try {
            await question.onConfirm(typed)
          } catch (error) {
            if (!isAborted(error)) showError(error)
          }
        },
      })
    },
    [modal, t],
  )
}
