//! The types of the kinds.

/// Makes a type for each kind: a `text`, a `word` of a list, a `number` or a `secret`. A value is made `from` the
/// types behind the kind's name: a text is as they print, a word or a number is their code; and from what is stored, a
/// `String` or an `i64`. The comment above a kind is its description in the API document, and the expression behind it
/// the rest of its schema.
macro_rules! kinds {
    ($($form:ident {$(
        $(#[doc = $says:literal])*
        $name:ident $(: $($of:ty),+)? = $schema:expr;
    )*})*) => {
        /// The names of the kinds in this file, and what makes their schemas.
        pub(super) const KINDS: &[(&str, fn() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)] =
            &[$($((stringify!($name), <$name as utoipa::PartialSchema>::schema)),*),*];

        $($(
            $crate::http::wire::kind::$form!($(#[doc = $says])* $name $(: $($of),+)?);

            impl utoipa::PartialSchema for $name {
                fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                    $crate::http::wire::schema::described($schema, &[$($says),*])
                }
            }

            impl utoipa::ToSchema for $name {
                fn name() -> std::borrow::Cow<'static, str> {
                    std::borrow::Cow::Borrowed(stringify!($name))
                }
            }
        )*)*
    };
}

macro_rules! text {
    ($(#[$doc:meta])* $name:ident $(: $($of:ty),+)?) => {
        $crate::http::wire::kind::textual!($(#[$doc])* $name);

        $($(
            impl From<$of> for $name {
                fn from(value: $of) -> Self {
                    Self(value.to_string())
                }
            }
        )+)?
    };
}

macro_rules! word {
    ($(#[$doc:meta])* $name:ident $(: $($of:ty),+)?) => {
        $crate::http::wire::kind::textual!($(#[$doc])* $name);

        $($(
            impl From<$of> for $name {
                fn from(value: $of) -> Self {
                    Self(value.code().to_owned())
                }
            }
        )+)?
    };
}

macro_rules! textual {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl std::ops::Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, text: &&str) -> bool {
                self.0 == *text
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> Self {
                text.0
            }
        }
    };
}

macro_rules! number {
    ($(#[$doc:meta])* $name:ident $(: $($of:ty),+)?) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl From<i64> for $name {
            fn from(number: i64) -> Self {
                Self(number)
            }
        }

        impl From<$name> for i64 {
            fn from(number: $name) -> Self {
                number.0
            }
        }

        $($(
            impl From<$of> for $name {
                fn from(value: $of) -> Self {
                    Self(value.code())
                }
            }
        )+)?
    };
}

macro_rules! secret {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $crate::secret::Secret);

        impl std::ops::Deref for $name {
            type Target = $crate::secret::Secret;

            fn deref(&self) -> &$crate::secret::Secret {
                &self.0
            }
        }

        impl From<$name> for $crate::secret::Secret {
            fn from(secret: $name) -> Self {
                secret.0
            }
        }
    };
}

pub(super) use {kinds, number, secret, text, textual, word};
