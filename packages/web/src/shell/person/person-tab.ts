/** Tabs of the dialog of the user's own account. */

export type PersonTab = 'profile' | 'password' | 'apiTokens' | 'appearance'
