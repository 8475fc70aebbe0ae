/** The drawer in which a cluster or a load machine is edited; the form is rendered after its choices are loaded. */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { SubmitButton } from '../../../ui/form/field.tsx'
import { FormDrawer } from '../../../ui/form/form-layer.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'

const drawerWidth = 720

export function ChoicesDrawer<C>(props: {
  readonly title: string
  readonly choices: {
    readonly data: C | undefined
    readonly error: Error | null
    readonly refetch: () => Promise<unknown>
  }
  readonly onClose: () => void
  readonly children: (choices: C) => ReactNode
}) {
  const { title, choices, onClose, children } = props
  return (
    <FormDrawer size={drawerWidth} title={title} mask={{ closable: false }} onClose={onClose}>
      {choices.data !== undefined ? (
        children(choices.data)
      ) : choices.error ? (
        <ErrorState error={choices.error} onRetry={() => void choices.refetch()} />
      ) : (
        <LoadingState />
      )}
    </FormDrawer>
  )
}

/** The buttons below such a form. */
export function DrawerButtons({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  return (
    <div className="form-actions">
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <SubmitButton />
    </div>
  )
}
