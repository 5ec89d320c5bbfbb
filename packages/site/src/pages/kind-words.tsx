import { MAX_QUOTE } from '@vitrine/contract/options';
import type { ReactNode } from 'react';
import { Trap } from '../contact-form.tsx';
import { Document } from '../document.tsx';
import { usePage } from '../page-context.ts';
import { type Quote, QuoteList } from '../quote-list.tsx';
import { Statement } from '../statement.tsx';

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
      <section
        id="contact"
        className={isOver(state) ? 'statement' : undefined}
        aria-labelledby="words-title"
        data-section="contact"
      >
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
      <Field name="quote" label={kindWords.yourWords} hint={kindWords.hint} state={state}>
        {(attributes) => (
          <textarea {...attributes} required rows={6} maxLength={MAX_QUOTE} defaultValue={quote} />
        )}
      </Field>
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
        <p className="agree">
          <input type="hidden" name="photo" value={state.photoName} />
          <label>
            <input type="checkbox" name="removePhoto" /> {kindWords.removePhoto}
          </label>
        </p>
      )}
      <Trap token={state.token} />
      <p className="send">
        <Button step="preview">{kindWords.preview}</Button>
        <Button step="withdraw" isQuiet>
          {kindWords.ratherNot}
        </Button>
      </p>
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
      <p className="agree">
        <label>
          <input type="checkbox" name="consent" aria-describedby="w-consent-error" />{' '}
          {kindWords.consent(fullName)}
        </label>
        <span className="error" id="w-consent-error">
          {state.errors['consent']}
        </span>
      </p>
      <Trap token={state.token} />
      <p className="send">
        <Button step="send">{kindWords.sendTo(fullName)}</Button>
        <Button step="edit" isQuiet>
          {kindWords.change}
        </Button>
      </p>
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
      <p className="send">
        <Button step="agree">{kindWords.agree}</Button>
        <Button step="keep">{kindWords.keep}</Button>
        <Button step="withdraw" isQuiet>
          {kindWords.withdraw}
        </Button>
      </p>
    </form>
  );
}

/** Whether nothing is left that the author could do. */
function isOver({ step }: KindWordsState): boolean {
  return step === 'withdrawn' || step === 'expired';
}

function Status({ state }: StateProps) {
  const { words, portfolio } = usePage();
  const { kindWords } = words;
  const { fullName } = portfolio.profile;
  if (isOver(state))
    return (
      <Statement
        text={state.step === 'expired' ? kindWords.expired(fullName) : kindWords.withdrawn}
        isStatus
      />
    );
  const isDeleted = state.step === 'deleted';
  const thanks = state.step === 'shown' ? kindWords.isShown : kindWords.thanks;
  return (
    <form className="contact" method="post">
      <p className="lead" role="status">
        {isDeleted ? kindWords.deleted(fullName) : thanks}
      </p>
      {!isDeleted && <QuoteList quotes={[state.quote]} />}
      {!isDeleted && <p>{kindWords.keepLink}</p>}
      <p className="send">
        <Button step="withdraw" isQuiet>
          {kindWords.withdraw}
        </Button>
      </p>
    </form>
  );
}

function Notice({ state }: StateProps) {
  return (
    <p className="notice" role="status">
      {state.notice}
    </p>
  );
}

interface ButtonProps {
  readonly step: string;
  readonly isQuiet?: boolean;
  readonly children: string;
}

/** A quiet one does not send the words, so it also works while required fields are empty. */
function Button({ step, isQuiet = false, children }: ButtonProps) {
  return (
    <button
      className={isQuiet ? 'quiet' : undefined}
      type="submit"
      name="step"
      value={step}
      formNoValidate={isQuiet}
    >
      {children}
    </button>
  );
}

interface FieldProps extends StateProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isHalf?: boolean;
  readonly isOptional?: boolean;
  readonly children: (attributes: {
    readonly id: string;
    readonly name: string;
    readonly 'aria-describedby': string;
  }) => ReactNode;
}

function Field({ name, label, hint, isHalf, isOptional, state, children }: FieldProps) {
  const { words } = usePage();
  const id = `w-${name}`;
  const described = hint ? `${id}-hint ${id}-error` : `${id}-error`;
  return (
    <p className={isHalf ? 'field half' : 'field'}>
      <label htmlFor={id}>{isOptional ? `${label} (${words.kindWords.optional})` : label}</label>
      {children({ id, name, 'aria-describedby': described })}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      <span className="error" id={`${id}-error`}>
        {state.errors[name]}
      </span>
    </p>
  );
}
