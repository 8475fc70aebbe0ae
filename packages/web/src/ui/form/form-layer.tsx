/** Dialog and drawer with a form. Escape, the close button and a click outside ask before they discard changes; the form's own Cancel does what it says. */
import { Button, Drawer, type DrawerProps, Modal, type ModalProps } from 'antd'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { LayerChanges, type SaveChanges } from './layer-changes.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { UnsavedQuestion } from './unsaved-question.tsx'

interface LayerProps {
  readonly onClose: () => void
  /** Changes of what is not in a `ContractForm`, which reports its changes itself. */
  readonly isChanged?: boolean
  /** The form does more than save, e.g. uploads or deletes, so that closing does not offer it. */
  readonly isAction?: boolean
}

type FormDialogProps = Omit<ModalProps, 'open' | 'onCancel' | 'cancelText' | 'cancelButtonProps'> & LayerProps

export function FormDialog({ isChanged, isAction, onClose, children, ...rest }: FormDialogProps) {
  const t = useT()
  const layer = useLayer({ onClose, isChanged, isAction })
  // antd calls the modal's onCancel, which asks, for its own Cancel too.
  const buttons: ModalProps['footer'] = (_, { OkBtn }) => (
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <OkBtn />
    </>
  )
  return (
    <Modal footer={buttons} {...rest} open onCancel={layer.close}>
      {layer.around(children)}
    </Modal>
  )
}

type FormDrawerProps = Omit<DrawerProps, 'open' | 'onClose'> & LayerProps

export function FormDrawer({ isChanged, isAction, onClose, children, ...rest }: FormDrawerProps) {
  const layer = useLayer({ onClose, isChanged, isAction })
  return (
    <Drawer {...rest} open onClose={layer.close}>
      {layer.around(children)}
    </Drawer>
  )
}

type Layer = { readonly [P in keyof LayerProps]: LayerProps[P] | undefined } & Pick<LayerProps, 'onClose'>

/** Kept as it was when it was asked: while a form is being saved, it reports no changes. */
interface Question {
  readonly canSave: boolean
}

function useLayer({ onClose, isChanged = false, isAction = false }: Layer) {
  const forms = useRef(new Map<string, SaveChanges>())
  const [count, setCount] = useState(0)
  const [asked, setAsked] = useState<Question | null>(null)
  const report = useCallback((id: string, save: SaveChanges | null) => {
    if (save) forms.current.set(id, save)
    else forms.current.delete(id)
    setCount(forms.current.size)
  }, [])
  const saveAll = async () => {
    for (const save of forms.current.values()) if (!(await save())) return false
    return true
  }
  const isDirty = count > 0 || isChanged
  const canSave = count > 0 && !isChanged && !isAction
  const question = (
    <>
      <UnsavedGuard isLayer isDirty={isDirty} onSave={canSave ? saveAll : null} />
      {asked && (
        <UnsavedQuestion
          by="closing"
          onStay={() => setAsked(null)}
          onDiscard={onClose}
          // A form that is saved closes the layer itself, or shows what comes next.
          onSave={asked.canSave ? () => saveAll().finally(() => setAsked(null)) : null}
        />
      )}
    </>
  )
  return {
    close: () => (isDirty ? setAsked({ canSave }) : onClose()),
    around: (children: ReactNode) => (
      <LayerChanges value={report}>
        {children}
        {question}
      </LayerChanges>
    ),
  }
}
