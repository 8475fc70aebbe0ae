/** /pone/admin/login: sign-in of administrators. */
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { LoginForm } from './login-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

export function Page() {
  const t = useT()
  return (
    <SignInFrame>
      <h1>{t('signIn.adminTitle')}</h1>
      <LoginForm isAdministrator />
      <div className="sign-in-links">
        <Link to={paths.login}>{t('signIn.toUser')}</Link>
      </div>
    </SignInFrame>
  )
}
