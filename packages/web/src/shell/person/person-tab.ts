/** Tabs of the dialog of a person's own account. */

export type PersonTab = 'profile' | 'password' | 'apiTokens' | 'appearance'
