import { usePage } from './page-context.ts';

/** A form that comes back filled in. */
export interface ContactState {
  readonly values: Readonly<Record<FieldName, string>>;
  /** What is wrong with each field, or empty. */
  readonly errors: Readonly<Record<FieldName, string>>;
  readonly token: string;
  /** Why it was not sent. */
  readonly notice: string;
}

type FieldName = 'senderName' | 'email' | 'subject' | 'message';

const LIMITS: Readonly<Record<FieldName, number>> = {
  senderName: 100,
  email: 254,
  subject: 200,
  message: 10_000,
};

/** Works without a script. With it, the token is fetched and the message is sent in place. */
export function ContactForm({ state }: { readonly state?: ContactState | undefined }) {
  const { words, contactUrl, mode, portfolio } = usePage();
  const { email } = portfolio.profile;
  if (contactUrl.startsWith('mailto:'))
    return (
      <p className="contact-mail">
        <a href={contactUrl}>{words.sendByMail}</a>
      </p>
    );
  return (
    <form
      className="contact"
      method="post"
      action={mode === 'preview' ? undefined : contactUrl}
      data-sending={words.sending}
      data-sent={words.sent}
      data-failed={email ? words.sendFailedMail : words.sendFailed}
    >
      <p className="lead">{words.contactLead}</p>
      <p className="notice" role="status">
        {state?.notice}
      </p>
      <Field name="senderName" label={words.name} autoComplete="name" state={state} isHalf />
      <Field name="email" label={words.email} autoComplete="email" state={state} isHalf />
      <Field name="subject" label={words.subject} state={state} />
      <Field name="message" label={words.message} state={state} />
      <Trap token={state?.token ?? ''} />
      <p className="send">
        <button type="submit" disabled={mode === 'preview'}>
          {words.send}
        </button>
      </p>
      {email && (
        <p className="direct">
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </form>
  );
}

/** What forms are checked by: a field that people do not see, and when the form was shown. */
export function Trap({ token }: { readonly token: string }) {
  const { words } = usePage();
  return (
    <>
      <p className="trap" aria-hidden="true">
        <label>
          {words.leaveEmpty} <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      <input type="hidden" name="token" value={token} />
    </>
  );
}

interface FieldProps {
  readonly name: FieldName;
  readonly label: string;
  readonly autoComplete?: string;
  readonly isHalf?: boolean;
  readonly state: ContactState | undefined;
}

function Field({ name, label, autoComplete, isHalf = false, state }: FieldProps) {
  const id = `c-${name}`;
  const attributes = {
    id,
    name,
    autoComplete,
    required: true,
    maxLength: LIMITS[name],
    defaultValue: state?.values[name],
    'aria-describedby': state && `${id}-error`,
  };
  return (
    <p className={isHalf ? 'field half' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {name === 'message' ? (
        <textarea {...attributes} rows={6} />
      ) : (
        <input {...attributes} type={name === 'email' ? 'email' : 'text'} />
      )}
      {state && (
        <span className="error" id={`${id}-error`}>
          {state.errors[name]}
        </span>
      )}
    </p>
  );
}
