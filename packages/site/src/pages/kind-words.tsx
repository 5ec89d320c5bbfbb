import { MAX_QUOTE } from '@vitrine/contract/options';
import type { ReactNode } from 'react';
import { Document } from '../document.tsx';
import { usePage } from '../page-context.ts';
import { type Quote, QuoteList } from '../quote-list.tsx';

/** The page of an author, whose address nobody else has. */
export interface KindWordsState {
  readonly step:
    | ('write' | 'preview' | 'received' | 'shown' | 'suggested')
    | ('withdrawn' | 'deleted' | 'expired');
  /** What the owner and the author did together. */
  readonly note: string;
  readonly quote: Quote;
  /** The name of the file of the photo, or empty. */
  readonly photoName: string;
  readonly suggestion: string;
  readonly suggestionNote: string;
  /** What is wrong with each field. */
  readonly errors: Readonly<Record<string, string>>;
  /** Why it was not sent. */
  readonly notice: string;
  /** When the form was shown, signed. */
  readonly token: string;
}

interface StateProps {
  readonly state: KindWordsState;
}

/** Works without a script. */
export function KindWordsPage({ state }: StateProps) {
  const { words, portfolio } = usePage();
  const { fullName } = portfolio.profile;
  const title =
    state.step === 'suggested'
      ? words.kindWords.suggests(fullName)
      : words.kindWords.title(fullName);
  return (
    <Document kind="contact" title={title} description="" isUnlisted>
      <section id="contact" aria-labelledby="words-title" data-section="contact">
        <h1 id="words-title">{title}</h1>
        <Step state={state} />
      </section>
    </Document>
  );
}

function Step({ state }: StateProps) {
  switch (state.step) {
    case 'write':
      return <WriteForm state={state} />;
    case 'preview':
      return <PreviewForm state={state} />;
    case 'suggested':
      return <SuggestionForm state={state} />;
    default:
      return <Status state={state} />;
  }
}

function WriteForm({ state }: StateProps) {
  const { words, portfolio } = usePage();
  const { kindWords } = words;
  const { quote, name, role, organization } = state.quote;
  return (
    <form className="contact" method="post" encType="multipart/form-data">
      <p className="lead">{kindWords.lead(portfolio.profile.fullName)}</p>
      {state.note && <p>{kindWords.about(state.note)}</p>}
      <Notice state={state} />
      <Field name="quote" label={kindWords.yourWords} state={state}>
        {(attributes) => (
          <textarea {...attributes} required rows={6} maxLength={MAX_QUOTE} defaultValue={quote} />
        )}
      </Field>
      <p>
        <small>{kindWords.hint}</small>
      </p>
      <Field name="name" label={kindWords.yourName} state={state}>
        {(attributes) => (
          <input {...attributes} required autoComplete="name" maxLength={100} defaultValue={name} />
        )}
      </Field>
      <Field name="role" label={kindWords.role} state={state} isHalf isOptional>
        {(attributes) => <input {...attributes} maxLength={120} defaultValue={role} />}
      </Field>
      <Field name="organization" label={kindWords.company} state={state} isHalf isOptional>
        {(attributes) => <input {...attributes} maxLength={120} defaultValue={organization} />}
      </Field>
      <Field name="file" label={kindWords.photo} state={state} isOptional>
        {(attributes) => (
          <input {...attributes} type="file" accept="image/jpeg,image/png,image/webp,image/avif" />
        )}
      </Field>
      {state.photoName && (
        <p>
          <input type="hidden" name="photo" value={state.photoName} />
          <label>
            <input type="checkbox" name="removePhoto" /> {kindWords.removePhoto}
          </label>
        </p>
      )}
      <Trap state={state} />
      <Button step="preview">{kindWords.preview}</Button>
      <Button step="withdraw" isAlways>
        {kindWords.ratherNot}
      </Button>
    </form>
  );
}

/** Shows the words with the component of the site. */
function PreviewForm({ state }: StateProps) {
  const { words, portfolio } = usePage();
  const { kindWords } = words;
  const { fullName } = portfolio.profile;
  const { quote, name, role, organization } = state.quote;
  return (
    <form className="contact" method="post">
      <p className="lead">{kindWords.appears}</p>
      <Notice state={state} />
      <QuoteList quotes={[state.quote]} />
      {Object.entries({ quote, name, role, organization, photo: state.photoName }).map(
        ([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ),
      )}
      <p>
        <label>
          <input type="checkbox" name="consent" aria-describedby="w-consent-error" />{' '}
          {kindWords.consent(fullName)}
        </label>
        <span className="error" id="w-consent-error">
          {state.errors['consent']}
        </span>
      </p>
      <Trap state={state} />
      <Button step="send">{kindWords.sendTo(fullName)}</Button>
      <Button step="edit" isAlways>
        {kindWords.change}
      </Button>
      <p>
        <small>{kindWords.readsFirst(fullName)}</small>
      </p>
    </form>
  );
}

/** The text on the site, and the one that the owner suggests. */
function SuggestionForm({ state }: StateProps) {
  const { words } = usePage();
  const { kindWords } = words;
  return (
    <form className="contact" method="post">
      {state.suggestionNote && <p className="lead">{state.suggestionNote}</p>}
      <h2>{kindWords.yourText}</h2>
      <QuoteList quotes={[state.quote]} />
      <h2>{kindWords.suggestion}</h2>
      <QuoteList quotes={[{ ...state.quote, quote: state.suggestion }]} />
      <input type="hidden" name="suggestion" value={state.suggestion} />
      <Button step="agree">{kindWords.agree}</Button>
      <Button step="keep" isAlways>
        {kindWords.keep}
      </Button>
      <Button step="withdraw" isAlways>
        {kindWords.withdraw}
      </Button>
    </form>
  );
}

function Status({ state }: StateProps) {
  const { words, portfolio, href } = usePage();
  const { kindWords } = words;
  const { fullName } = portfolio.profile;
  const isStored = state.step === 'received' || state.step === 'shown';
  const messages = {
    received: kindWords.thanks,
    shown: kindWords.isShown,
    deleted: kindWords.deleted(fullName),
    expired: kindWords.expired(fullName),
    withdrawn: kindWords.withdrawn,
  };
  const message = messages[isStored ? state.step : endOf(state.step)];
  return (
    <form className="contact" method="post">
      <p className="lead" role="status">
        {message}
      </p>
      {isStored && <QuoteList quotes={[state.quote]} />}
      {isStored && <p>{kindWords.keepLink}</p>}
      {isStored || state.step === 'deleted' ? (
        <Button step="withdraw">{kindWords.withdraw}</Button>
      ) : (
        <p>
          <a className="primary" href={href('/')}>
            {words.home}
          </a>
        </p>
      )}
    </form>
  );
}

function endOf(step: KindWordsState['step']) {
  return step === 'deleted' || step === 'expired' ? step : 'withdrawn';
}

function Notice({ state }: StateProps) {
  return (
    <p className="notice" role="status">
      {state.notice}
    </p>
  );
}

/** What the form is checked by: a field that people do not see, and when it was shown. */
function Trap({ state }: StateProps) {
  const { words } = usePage();
  return (
    <>
      <p className="trap" aria-hidden="true">
        <label>
          {words.leaveEmpty} <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      <input type="hidden" name="token" value={state.token} />
    </>
  );
}

interface ButtonProps {
  readonly step: string;
  readonly isAlways?: boolean;
  readonly children: string;
}

/** Some also work while required fields are empty. */
function Button({ step, isAlways = false, children }: ButtonProps) {
  return (
    <p className="send">
      <button type="submit" name="step" value={step} formNoValidate={isAlways}>
        {children}
      </button>
    </p>
  );
}

interface FieldProps extends StateProps {
  readonly name: string;
  readonly label: string;
  readonly isHalf?: boolean;
  readonly isOptional?: boolean;
  readonly children: (attributes: {
    readonly id: string;
    readonly name: string;
    readonly 'aria-describedby': string;
  }) => ReactNode;
}

function Field({ name, label, isHalf, isOptional, state, children }: FieldProps) {
  const { words } = usePage();
  const id = `w-${name}`;
  return (
    <p className={isHalf ? 'field half' : 'field'}>
      <label htmlFor={id}>{isOptional ? `${label} (${words.kindWords.optional})` : label}</label>
      {children({ id, name, 'aria-describedby': `${id}-error` })}
      <span className="error" id={`${id}-error`}>
        {state.errors[name]}
      </span>
    </p>
  );
}
