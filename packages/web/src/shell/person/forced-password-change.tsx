/** Shown instead of every page while the account still has its initial password. */
import { Button, Modal } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { queryClient } from '../../lib/query.ts'
import { session } from '../../lib/session/session.ts'
import { PasswordForm } from './password-form.tsx'
import { signOut } from './person-menu.tsx'

export function ForcedPasswordChange() {
  const t = useT()
  return (
    <Modal
      open
      title={t('password.forcedTitle')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      width={440}
    >
      <p className="secondary">{t('password.forcedText')}</p>
      <PasswordForm
        onDone={() => {
          session.set({ mustChangePassword: false })
          void queryClient.invalidateQueries()
          notify({ kind: 'success', text: t('password.changed') })
        }}
        secondaryAction={<Button onClick={() => void signOut()}>{t('action.signOut')}</Button>}
      />
    </Modal>
  )
}
